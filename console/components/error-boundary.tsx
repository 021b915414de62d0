import { Component, type ReactNode } from 'react';
import { ConnectionError } from '../../client/index.ts';
import { ReloadWhenBack } from './connection-bar.tsx';
import { ErrorNotice } from './notice.tsx';

/** Keeps the layout when a page fails to render. Use the location as key, so that navigation resets it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    const { error } = this.state;
    return (
      <>
        {error instanceof ConnectionError && <ReloadWhenBack />}
        <ErrorNotice
          error={error}
          title="This page could not be shown"
          // A page that could not be read stays so until the console is read again.
          onRetry={() => window.location.reload()}
        />
      </>
    );
  }
}
