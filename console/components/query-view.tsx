import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '../api.ts';
import { Loading } from './loading.tsx';
import { ErrorNotice } from './notice.tsx';

interface QueryViewProps<Answer> {
  query: UseQueryResult<Answer>;
  children: (answer: Answer) => ReactNode;
}

/** Waiting, refused, or the answer: what was read before stays while it is read anew. */
export function QueryView<Answer>({ query, children }: QueryViewProps<Answer>) {
  if (query.data !== undefined) return children(query.data);
  if (isNotFound(query.error)) return <ErrorNotice error={query.error} title="Not found" />;
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
}
