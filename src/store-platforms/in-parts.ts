import type { Caller } from '../commerce/call/caller.ts';
import type { StorePlatform } from './store-platform.ts';

/** Names the part of the shop's calls for catalog reads and lists; all others are sales. */
export function inParts(platform: StorePlatform): StorePlatform {
  const reading = (caller: Caller): Caller => ({
    ...caller,
    part: caller.agent === undefined ? 'import' : 'catalog',
  });
  const listing = (caller: Caller): Caller => ({ ...caller, part: 'import' });
  return {
    ...platform,
    searchProducts: (query, caller) => platform.searchProducts(query, reading(caller)),
    lookupProducts: (ids, caller) => platform.lookupProducts(ids, reading(caller)),
    listProducts: (after, caller) => platform.listProducts(after, listing(caller)),
    changedProducts: (since, after, caller) => platform.changedProducts(since, after, listing(caller)),
    changedOrders: (since, after, caller) => platform.changedOrders(since, after, listing(caller)),
    listOrders: (span, after, caller) => platform.listOrders(span, after, listing(caller)),
  };
}
