import type { StorePlatform } from './store-platform.ts';

/** Functions of the port that call the shop. */
export type PlatformCall = Exclude<keyof StorePlatform, 'readItemId' | 'readNumber' | 'isBusy'>;

export type PlatformAnswer<Name extends PlatformCall> = Awaited<ReturnType<StorePlatform[Name]>>;

type Call<Name extends PlatformCall> = (
  ...input: Parameters<StorePlatform[Name]>
) => Promise<PlatformAnswer<Name>>;
type Calls = { [Name in PlatformCall]: Call<Name> };

type Around = <Name extends PlatformCall>(
  name: Name,
  call: () => Promise<PlatformAnswer<Name>>,
) => Promise<PlatformAnswer<Name>>;

/** Wraps each call to the shop. The platform may be opened by its first call. */
export function wrapPlatform(
  platform: StorePlatform | (() => StorePlatform),
  around: Around = (_name, call) => call(),
): StorePlatform {
  const open = typeof platform === 'function' ? platform : () => platform;
  const openCalls = (): Calls => open();
  const wrap = <Name extends PlatformCall>(name: Name): Call<Name> => {
    return (...input) => around(name, () => openCalls()[name](...input));
  };
  return {
    readItemId: (text) => open().readItemId(text),
    readNumber: (text) => open().readNumber(text),
    isBusy: () => open().isBusy?.() ?? false,
    searchProducts: wrap('searchProducts'),
    lookupProducts: wrap('lookupProducts'),
    resolveItems: wrap('resolveItems'),
    createCart: wrap('createCart'),
    updateCart: wrap('updateCart'),
    abandonCart: wrap('abandonCart'),
    findOrder: wrap('findOrder'),
    readOrder: wrap('readOrder'),
    tagOrder: wrap('tagOrder'),
    quoteFulfillment: wrap('quoteFulfillment'),
    listProducts: wrap('listProducts'),
    changedProducts: wrap('changedProducts'),
    changedOrders: wrap('changedOrders'),
    listOrders: wrap('listOrders'),
    subscribe: wrap('subscribe'),
    unsubscribe: wrap('unsubscribe'),
    checkAccess: wrap('checkAccess'),
    readDescription: wrap('readDescription'),
    describeStore: wrap('describeStore'),
  };
}
