import type { Caller } from '../../commerce/call/caller.ts';

export interface UpstreamRequest {
  /** Name of the call in the platform's words (`SearchProducts`, `GET /products`): for counts and errors. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** True for an idempotent request: only such a one is retried after a failure. */
  repeatable: boolean;
  /** True for a read: identical reads that are in flight at the same time are one upstream call. */
  shared?: boolean;
  caller?: Caller;
  /** Seconds to wait when this answer is a throttle in disguise; undefined otherwise. */
  throttledFor?: (response: UpstreamResponse) => number | undefined;
  /** True when the adapter reads failures too: a maintenance page shows what kind of site it is. */
  anyStatus?: boolean;
}

export interface UpstreamResponse {
  status: number;
  headers: Headers;
  text: string;
}
