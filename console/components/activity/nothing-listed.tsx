import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { storePath, useStore } from '../../store-context.ts';
import type { TableState } from '../../table-state.ts';
import { EmptyState } from '../empty-state.tsx';
import { LinkButton } from '../link.tsx';

interface Props {
  state: TableState;
  title: string;
  /** Explains how to get the first entry. */
  children: ReactNode;
}

/** Nothing: because of the filters, or because nothing has happened yet. */
export function NothingListed({ state, title, children }: Props) {
  const { slug } = useStore();
  return (
    <UnlessFiltered state={state}>
      <EmptyState
        title={title}
        action={
          <LinkButton to={`${storePath(slug)}/playground`} variant="light" mt="sm">
            Open the playground
          </LinkButton>
        }
      >
        {children}
      </EmptyState>
    </UnlessFiltered>
  );
}

/** Shows `children`, or where a filter is set a button that clears the filters. */
export function UnlessFiltered({ state, children }: Omit<Props, 'title'>) {
  const names = Object.keys(state.filters).filter((name) => state.filters[name]);
  const clear = () => state.set(Object.fromEntries(names.map((name) => [name, undefined])));
  if (names.length > 0) {
    return (
      <EmptyState
        title="Nothing matches these filters"
        action={
          <Button variant="light" onClick={clear}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return children;
}
