import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from './loading.tsx';

interface AllReadProps {
  queries: readonly Pick<UseQueryResult, 'isLoading'>[];
  children: ReactNode;
}

/** Waits for the first answer to every query: parts that arrive one by one would push each other down. */
export function AllRead({ queries, children }: AllReadProps) {
  return queries.some(({ isLoading }) => isLoading) ? <Loading /> : children;
}
