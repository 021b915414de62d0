import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './notice.tsx';

/** Keeps the frame when a page fails to show itself. Give it the address as key, so that going elsewhere mends it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <ErrorNotice
        error={this.state.error}
        title="This page could not be shown"
        onRetry={() => this.setState({ error: undefined })}
      />
    );
  }
}
