import { hash } from 'node:crypto';
import type { Caller } from '../../commerce/call/caller.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { toNetwork } from '../../commerce/network/network.ts';
import { UNKNOWN_AGENT } from '../../commerce/policy/agents.ts';
import type { Lease } from '../../storage/engine/leases.ts';
import type { IdempotencyRecord } from '../../storage/repositories/jobs/idempotency-records.ts';
import { createLease, poll, type Renewable, runUnderLease } from './lease.ts';
import { getInstant, type StoreContext } from './store-context.ts';

interface KeyContext {
  caller: Caller;
  store: { id: string };
}

interface KeyedRequest {
  operation: string;
  key: string;
  /** Text that is equal for repetitions of the request; absent where another request under the key is an error. */
  request?: string;
}

/** Length from which a key alone finds what was done under it; other agents may send a shorter one too. */
const MIN_KEY_LENGTH = 16;

/** Hash of a key in its store, agent and operation. A short key counts with its request and the network of an unproved agent. */
export function hashIdempotencyKey({ caller, store }: KeyContext, { operation, key, request }: KeyedRequest) {
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

/** Claims of a kind of key. The key of a checkout session is claimed by the session's row, other keys by an idempotency record. */
export interface Claims<Claim extends { id: string }, Made> {
  table: Renewable;
  /** Longest wait for another request that makes the resource. */
  timeoutMs: number;
  /**
   * Claims the key under the lease, or takes over the claim of a request that died, with the id that it had drawn. Returns what was made
   * under the key before; undefined while another request makes it.
   */
  take(lease: Lease): Promise<{ claim: Claim } | { made: Made } | undefined>;
  /** Returns what is known of the resource when the time is over; without it the request is refused. */
  giveUp?(): Promise<Made | undefined>;
  /** Frees the claim when the resource could not be made. */
  release(claim: Claim, owner: string): Promise<unknown>;
}

type ClaimContext = Pick<StoreContext, 'store' | 'newId' | 'now' | 'leaseMs' | 'wait'>;

/**
 * Makes the resource of a key once, over all processes: raced and later requests get what the first one made. `make` writes it in the
 * name of the lease `owner`; cut off, a later request calls `make` again for the same claim.
 */
export async function makeOnce<Claim extends { id: string }, Made>(
  context: ClaimContext,
  { table, timeoutMs, take, giveUp, release }: Claims<Claim, Made>,
  make: (claim: Claim, owner: string) => Promise<Made>,
): Promise<Made> {
  const outcome = await poll(context, timeoutMs, async () => {
    const lease = createLease(context);
    const result = await take(lease);
    return result && { ...result, owner: lease.owner };
  });
  if (!outcome) return (await giveUp?.()) ?? refuseBusy();
  if ('made' in outcome) return outcome.made;
  const { claim, owner } = outcome;
  const lease = { table, id: claim.id, owner, release: () => release(claim, owner) };
  return runUnderLease(context, lease, () => make(claim, owner));
}

function refuseBusy(): never {
  const message =
    'The first request with this idempotency key is still being done. Try again in a few seconds.';
  throw new CommerceError('busy', message, { retryAfterSeconds: 5 });
}

const TIMEOUT_MS = 15_000;

/**
 * Performs a change once for each key and replays its answer; `id` is the hash of store, agent, operation and key. A failure frees the
 * key; cut off, `perform` is repeated with the resource's id.
 */
export async function withIdempotency(
  context: ClaimContext & Pick<StoreContext, 'idempotencyRecords'>,
  { id, request }: { id: string; request: string },
  perform: (resourceId: string) => Promise<IdempotencyRecord>,
): Promise<IdempotencyRecord> {
  const { idempotencyRecords: table, store } = context;
  const key = { storeId: store.id, id };
  const claims: Claims<{ id: string; resourceId: string }, IdempotencyRecord> = {
    table,
    timeoutMs: TIMEOUT_MS,
    async take(lease) {
      const row = { ...key, request, resourceId: context.newId() };
      const claimed = await awaitOrRefuse(table.claim(row, lease));
      if (claimed.state === 'ours') return { claim: { id, resourceId: claimed.resourceId } };
      if (claimed.request !== request) throw new KeyReused();
      return claimed.state === 'answered' ? { made: claimed.answer } : undefined;
    },
    release: (_, owner) => table.release(key, owner),
  };
  return makeOnce(context, claims, async ({ resourceId }, owner) => {
    const answer = await perform(resourceId);
    // Fails the request when the record cannot be stored: a retry would perform the change again and take that for safe.
    await awaitOrRefuse(table.storeResponse({ ...key, owner }, answer, getInstant(context)));
    return answer;
  });
}

export class KeyReused extends Error {
  constructor() {
    super('This idempotency key was used for another request. Take a fresh one for each change.');
    this.name = 'KeyReused';
  }
}

async function awaitOrRefuse<Known>(lookup: Promise<Known>): Promise<Known> {
  try {
    return await lookup;
  } catch (cause) {
    const message =
      'The service cannot tell right now whether this was done before. Try again with the same key.';
    throw new CommerceError('busy', message, { retryAfterSeconds: 5, cause });
  }
}
