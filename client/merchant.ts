import { type Call, caller, type InputOf, type OperationName, requestOf } from './call.ts';
import { type ClientOptions, sender } from './send.ts';

export interface MerchantOptions extends ClientOptions {
  /** API token, which the console's account page creates. Omitted on a page of the service, where the browser sends its session. */
  token?: string;
}

export interface MerchantClient {
  call: Call;
  /** Returns the URL of a read, for a link: `urlOf('listStoreOrders', { slug, format: 'csv' })`. */
  urlOf<Name extends OperationName>(name: Name, input: InputOf<Name>): string;
}

/** Client of the merchant API: `await call('listStoreOrders', { slug, page: 2 })`. */
export function createMerchantClient({ token, headers, ...options }: MerchantOptions): MerchantClient {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    call: caller(sender({ ...options, headers: { ...headers, ...authorization } })),
    urlOf: (name, input) => options.baseUrl.replace(/\/$/, '') + requestOf(name, input).path,
  };
}
