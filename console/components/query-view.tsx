import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { isInvalid, isNotFound } from '../api.ts';
import { Loading } from './loading.tsx';
import { ErrorNotice } from './notice.tsx';

interface QueryViewProps<Answer> {
  query: UseQueryResult<Answer>;
  children: (answer: Answer) => ReactNode;
}

/** Waiting, refused, or the answer: what was read before stays while it is read anew. */
export function QueryView<Answer>({ query, children }: QueryViewProps<Answer>) {
  const [location, navigate] = useLocation();
  if (query.data !== undefined) return children(query.data);
  if (isNotFound(query.error)) return <ErrorNotice error={query.error} title="Not found" />;
  if (isRefusedFilter(query.error))
    return (
      <ErrorNotice
        error={query.error}
        title="The address of this page has a filter that does not exist"
        retry="Show all"
        onRetry={() => navigate(location)}
      />
    );
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
}

/** True for a read that was refused for what the page's own address says. */
function isRefusedFilter(error: unknown): boolean {
  return isInvalid(error) && window.location.search !== '';
}
