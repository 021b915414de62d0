import type { Store } from '../commerce/store.ts';
import type { CallStats } from '../request-log/agent-call.ts';
import type { StoreContext } from '../operations/store-context.ts';
import type { Refused } from './protocol.ts';
import type { Incoming } from './endpoint.ts';

/** One loading of a link: a person's browser most often, but also whatever looks at links before a person does. */
export interface Visit extends Pick<Incoming, 'headers' | 'sent'> {
  /** What comes after the links' path, query included, to the letter: nothing of it is decoded. */
  below: string;
}

/** What a browser is sent. */
export interface BrowserAnswer {
  status: number;
  headers: Record<string, string>;
  body?: string;
  /** Of the checkout that the link has begun, or has come back to. */
  sessionId?: string;
  /** What is counted for the merchant. */
  callStats?: CallStats | undefined;
}

/** Links into a store that a browser opens, where a dialect has such. */
export interface Permalinks {
  /** Below the store's address. */
  path: `/${string}`;
  /** Throws what is refused: `CommerceError`, `ProtocolError`. */
  open(context: StoreContext | undefined, visit: Visit): Promise<BrowserAnswer>;
  /** A refusal for the one who is at the other end. Without a store where none is known. */
  refuse(refused: Refused, visit: Visit, context: RefusedAt | undefined): BrowserAnswer;
}

/** Of a store's context what a refusal needs. */
export type RefusedAt = Pick<StoreContext, 'baseUrl'> & { store: Store };
