import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import type { Page } from '../../api-types.ts';
import type { Listing } from './use-listing.ts';

/** One page of a list of the store, kept in view while the next is read; asked again now and then. */
export function useListed<Item>(slug: string, name: string, listing: Listing) {
  return useQuery({
    queryKey: ['store', slug, name, listing.query],
    queryFn: () => read<Page<Item>>(`/stores/${slug}/${name}`, listing.query),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
}
