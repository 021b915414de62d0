import type { StoreContext } from '../../operations/store-context.ts';
import type { Reply } from '../endpoint.ts';
import type { Agreed } from './negotiate-call.ts';
import { CHECKOUT } from './capabilities.ts';
import { storefrontUrl } from './links.ts';
import { errorMessage, type Message } from './messages.ts';
import { relevantTo } from './negotiate.ts';

/** What an operation works with: the store, and what was agreed with its caller. `root` is the operation's capability. */
export interface UcpContext extends StoreContext {
  agreed: Agreed;
  root: string;
  /** What a new session is known by when its maker dies before it is answered; empty for a call without a key. */
  once: { idempotencyKey?: string };
}

/** The `ucp` member of an answer: the version by which it was made, and the capabilities that it uses. */
export function renderEnvelope({ agreed, root }: Pick<UcpContext, 'agreed' | 'root'>) {
  const { version, active, declared } = agreed;
  return {
    version,
    status: 'success',
    capabilities: relevantTo(root, active, declared),
    ...(root === CHECKOUT ? { payment_handlers: {} } : {}),
  };
}

/** An answer without its resource: there is none, or nothing may be told of it. Over REST it is a 200 as well. */
export function errorOutcome({ agreed, store }: UcpContext, messages: readonly Message[]): Reply {
  const ucp = { version: agreed.version, status: 'error', capabilities: {} };
  return { body: { ucp, messages, continue_url: storefrontUrl(store) } };
}

export function incompatible(context: UcpContext): Reply {
  const content = `This needs ${context.root} in version ${context.agreed.version}, which your profile and this business do not both have.`;
  return errorOutcome(context, [errorMessage('capabilities_incompatible', content, 'unrecoverable')]);
}
