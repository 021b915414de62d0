import { getStorefrontUrl } from '../../commerce/store/store.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import type { Reply } from '../endpoint.ts';
import { createErrorMessage, type Message } from './messages.ts';
import { type NegotiatedCall, pickRelevant } from './negotiation/negotiate.ts';
import { CHECKOUT } from './profile/capabilities.ts';

/** Context of an operation: the store and the outcome of negotiation. `root` is the operation's capability. */
export interface UcpContext extends StoreContext {
  agreed: NegotiatedCall;
  root: string;
  /** Key of the session and id of the cart, with which a retry goes on after it was cut off. Empty without a key. */
  idempotency: { idempotencyKey?: string; resourceId?: string };
}

/** Renders the `ucp` member: the negotiated version and the capabilities that the answer uses. */
export function renderEnvelope({ agreed, root }: Pick<UcpContext, 'agreed' | 'root'>) {
  const { version, active, declared } = agreed;
  return {
    version,
    status: 'success',
    capabilities: pickRelevant(root, active, declared),
    ...(root === CHECKOUT ? { payment_handlers: {} } : {}),
  };
}

/** Answers without a resource, with status 200 over REST. */
export function renderErrorOutcome({ agreed, store }: UcpContext, messages: readonly Message[]): Reply {
  const ucp = { version: agreed.version, status: 'error', capabilities: {} };
  return { body: { ucp, messages, continue_url: getStorefrontUrl(store) } };
}

export function renderIncompatible(context: UcpContext): Reply {
  const content = `This needs ${context.root} in version ${context.agreed.version}, which your profile and this business do not both have.`;
  const message = createErrorMessage('capabilities_incompatible', content, 'unrecoverable');
  return renderErrorOutcome(context, [message]);
}
