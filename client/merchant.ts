import { type Call, caller } from './call.ts';
import { type ClientOptions, sender } from './send.ts';

export interface MerchantOptions extends ClientOptions {
  /** API token, which the console's account page creates. */
  token: string;
}

/** Client of the merchant API: `await call('listStoreOrders', { slug, page: 2 })`. */
export function createMerchantClient({ token, headers, ...options }: MerchantOptions): { call: Call } {
  const authorization = { authorization: `Bearer ${token}` };
  return { call: caller(sender({ ...options, headers: { ...headers, ...authorization } })) };
}
