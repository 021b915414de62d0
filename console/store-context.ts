import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { InputOf, OperationName, Operations, Store } from '../client/index.ts';
import { queryOf } from './api.ts';
import type { TableState } from './table-state.ts';

export const StoreContext = createContext<Store | null>(null);

/** The store whose page this is. Only below /stores/{slug}. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('This page belongs to a store.');
  return store;
}

/** Name of an operation at a store. */
export type StoreOperation = {
  [Name in OperationName]: Operations[Name]['input'] extends { slug: string } ? Name : never;
}[OperationName];

/** Input of an operation at the page's store. */
export type StoreInput<Name extends StoreOperation> = Omit<InputOf<Name>, 'slug'>;

interface Options {
  refetchInterval?: number | false;
  keepPrevious?: boolean;
  enabled?: boolean;
}

/** Reads an operation at the page's store. */
export function useStoreQuery<Name extends StoreOperation>(
  name: Name,
  input: StoreInput<Name>,
  { refetchInterval = false, keepPrevious = false, enabled = true }: Options = {},
) {
  return useQuery({
    ...queryOf(name, inputAt(useStore().slug, input)),
    enabled,
    refetchInterval,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Reads a list at the page's store as the page's address filters, sorts and pages it; the service checks these values. */
export function useStoreList<Name extends StoreOperation>(
  name: Name,
  state: TableState,
  refetchInterval: number | false = false,
) {
  const input = state.query as StoreInput<Name>;
  return { name, state, query: useStoreQuery(name, input, { keepPrevious: true, refetchInterval }) };
}

export function inputAt<Name extends StoreOperation>(slug: string, input: StoreInput<Name>): InputOf<Name> {
  return { ...input, slug } as InputOf<Name>;
}

export function storePath(slug: string, path = ''): string {
  return `/stores/${encodeURIComponent(slug)}${path}`;
}
