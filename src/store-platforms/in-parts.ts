import type { Caller } from '../commerce/call/caller.ts';
import type { StorePlatform } from './store-platform.ts';

/** Names the part of the shop's calls for catalog reads and lists; all others are sales. */
export function withParts(platform: StorePlatform): StorePlatform {
  const toReading = (caller: Caller): Caller => ({
    ...caller,
    part: caller.agent === undefined ? 'import' : 'catalog',
  });
  const toListing = (caller: Caller): Caller => ({ ...caller, part: 'import' });
  return {
    ...platform,
    searchProducts: (query, caller) => platform.searchProducts(query, toReading(caller)),
    lookupProducts: (ids, caller) => platform.lookupProducts(ids, toReading(caller)),
    listProducts: (after, caller) => platform.listProducts(after, toListing(caller)),
    changedProducts: (since, after, caller) => platform.changedProducts(since, after, toListing(caller)),
    changedOrders: (since, after, caller) => platform.changedOrders(since, after, toListing(caller)),
    listOrders: (span, after, caller) => platform.listOrders(span, after, toListing(caller)),
  };
}
