import { hash } from 'node:crypto';
import type { Caller } from '../../commerce/call/caller.ts';
import { toNetwork } from '../../commerce/network/network.ts';
import { UNKNOWN_AGENT } from '../../commerce/policy/agents.ts';
import type { Store } from '../../commerce/store/store.ts';

interface KeyContext {
  caller: Caller;
  store: Pick<Store, 'id'>;
}

interface KeyedRequest {
  operation: string;
  key: string;
  /** Text that is equal for repetitions of the request; absent where another request under the key is an error. */
  request?: string;
}

/** Length from which a key alone finds what was done under it; other agents may send a shorter one too. */
const MIN_KEY_LENGTH = 16;

/**
 * Hash of a key within its store, agent and operation. A short key counts with its request, and with the network of an agent
 * that proves no identity.
 */
export function hashIdempotencyKey(
  { caller, store }: KeyContext,
  { operation, key, request }: KeyedRequest,
): string {
  const parts = [store.id, identifyAgent(caller), operation, key];
  if (key.length < MIN_KEY_LENGTH) parts.push(request, caller.verified ? undefined : toNetworkOf(caller));
  return hash('sha256', JSON.stringify(parts));
}

/** Hash of a request whose key counts with its arguments, its agent and the agent's address (docs/shopping-mcp.md, Retries). */
export function hashKeyedRequest({ caller, store }: KeyContext, request: readonly unknown[]): string {
  return hash('sha256', JSON.stringify([store.id, caller.agent, caller.buyerIp, request]));
}

/** Returns what an agent's retries have in common: its proof and profile, else its name, else its network. */
function identifyAgent(caller: Caller): unknown {
  const { agent = UNKNOWN_AGENT, agentProfile, verified } = caller;
  if (verified) return [verified.by, verified.as, agentProfile];
  if (agentProfile !== undefined) return ['profile', agentProfile];
  return agent === UNKNOWN_AGENT ? ['network', toNetworkOf(caller)] : ['name', agent];
}

function toNetworkOf({ buyerIp = '' }: Caller): string {
  return toNetwork(buyerIp);
}
