import { queryOptions } from '@tanstack/react-query';
import {
  ApiError,
  ConnectionError,
  createMerchantClient,
  type InputOf,
  type OperationName,
} from '../client/index.ts';

/** The browser sends the session's cookie. TanStack Query repeats reads; checks of a shop may take long. */
export const { call, urlOf } = createMerchantClient({
  baseUrl: window.location.origin,
  maxRetries: 0,
  timeoutMs: 120_000,
});

/** Read of an operation, for `useQuery`. Its key is the operation's name and its input. */
export function queryOf<Name extends OperationName>(name: Name, input: InputOf<Name>) {
  return queryOptions({ queryKey: [name, input], queryFn: () => call(name, input) });
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

export function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}

/** Message of any thrown value. */
export function inWords(error: unknown): string {
  if (error instanceof ConnectionError) return 'The service cannot be reached.';
  return error instanceof Error ? error.message : 'Something went wrong.';
}
