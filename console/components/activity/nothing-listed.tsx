import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { storePath, useStore } from '../../store-context.ts';
import type { TableState } from '../../table-state.ts';
import { EmptyState } from '../empty-state.tsx';
import { LinkButton } from '../link.tsx';
import { useTests } from '../show-tests.tsx';

/** Nothing has happened yet; `children` explain how to get the first entry. */
export function NothingListed({ title, children }: { title: string; children: ReactNode }) {
  const { slug } = useStore();
  const { tests } = useTests();
  return (
    <EmptyState
      title={title}
      action={
        <LinkButton to={`${storePath(slug)}/playground`} variant="light" mt="sm">
          Open the playground
        </LinkButton>
      }
    >
      {children}
      {tests === 'exclude' && ' Tests are hidden.'}
    </EmptyState>
  );
}

/** Shows `children`, or where a filter is set a button that clears the filters. */
export function UnlessFiltered({ state, children }: { state: TableState; children: ReactNode }) {
  const names = Object.keys(state.applied);
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
