import type { Store } from '../commerce/store/store.ts';
import type { StoreContext } from '../operations/call/store-context.ts';
import type { CallStats } from '../request-log/agent-call.ts';
import type { Incoming } from './endpoint.ts';
import type { Refused } from './protocol-error.ts';

/** Request for a link, by a browser or by a program that previews links. */
export interface Visit extends Pick<Incoming, 'headers' | 'sentRequest'> {
  /** Undecoded rest of the path, with the query. */
  below: string;
}

/** Answer to a browser. */
export interface BrowserAnswer {
  status: number;
  headers: Record<string, string>;
  body?: string;
  /** Checkout session that the link created or returned to. */
  sessionId?: string;
  /** Figures for the merchant. */
  callStats?: CallStats | undefined;
}

/** Links into a store that browsers open. */
export interface Permalinks {
  /** Below the store's URL. */
  path: `/${string}`;
  /** Throws `CommerceError` and `ProtocolError`. */
  open(context: StoreContext | undefined, visit: Visit): Promise<BrowserAnswer>;
  /** Renders an error as the client accepts it; `context` is undefined when no store is known. */
  refuse(refused: Refused, visit: Visit, context: RefusedAt | undefined): BrowserAnswer;
}

/** Parts of a store's context that an error page needs. */
export type RefusedAt = Pick<StoreContext, 'baseUrl'> & { store: Store };
