import type { FastifyRequest } from 'fastify';
import type { StoreContext } from '../../operations/call/store-context.ts';
import type { SignAnswer } from '../../protocols/endpoint.ts';
import type { Card } from '../../protocols/protocol.ts';
import type { RpcRequest } from '../requests/json-rpc.ts';
import type { Revision } from './mcp-versions.ts';

/** One call of a method on a store. */
export interface Call {
  request: FastifyRequest;
  rpc: RpcRequest;
  /** Profile URL of the agent platform that the message names. */
  ucpAgent: string | undefined;
  context: StoreContext;
  revision: Revision;
  /** Cards of the store, for a client that shows them. */
  shownCards: ShownCards | undefined;
  /** Set by a tool whose response must be signed. */
  sign?: SignAnswer;
}

/** Cards of a call whose client shows them. */
export interface ShownCards {
  cards: readonly Card[];
  document: string;
}
