import { hash } from 'node:crypto';
import { readIdempotencyKey } from '../../commerce/call/idempotency-key.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { hashIdempotencyKey, KeyReused, withIdempotency } from '../../operations/call/idempotency.ts';
import type { Incoming, Reply } from '../endpoint.ts';
import { toIdText } from '../own-ids.ts';
import { ProtocolError } from '../protocol-error.ts';
import type { UcpContext } from './envelope.ts';

interface Change {
  operation: string;
  /** True refuses a call without a key over MCP. */
  keyRequired?: boolean | undefined;
}

const KEY = /^[\x20-\x7e]{1,255}$/;

/** Performs a change once per key, agent platform and operation, and replays its answer (spec: Replay Protection). */
export async function performOnce(
  context: UcpContext,
  change: Change,
  incoming: Incoming,
  perform: (idempotency: UcpContext['idempotency']) => Promise<Reply>,
): Promise<Reply> {
  const key = readKey(incoming, change);
  if (key === undefined) return perform({});
  const id = hashIdempotencyKey(context, { operation: change.operation, key });
  let fresh: Reply | undefined;
  try {
    const request = { id, request: hashOf(incoming) };
    const { status, body } = await withIdempotency(context, request, async (resourceId) => {
      fresh = await perform({ idempotencyKey: `ucp ${id}`, resourceId });
      return { status: fresh.created ? 201 : 200, body: fresh.body };
    });
    return { body, created: status === 201, replayed: fresh === undefined, callStats: fresh?.callStats };
  } catch (error) {
    if (error instanceof KeyReused) throw new ProtocolError(409, 'idempotency_conflict', error.message);
    throw error;
  }
}

/** The key in the message counts; the header's is read where the message has none (docs/contract.md, MCP). */
function readKey({ meta, headers, transport }: Incoming, { keyRequired }: Change): string | undefined {
  const key = readIdempotencyKey(meta['idempotency-key']) ?? readIdempotencyKey(headers['idempotency-key']);
  if (typeof key === 'string' && KEY.test(key)) return key;
  if (key !== undefined)
    throw createBadKeyError('must be 1 to 255 printable characters, a fresh UUID for each change');
  if (transport === 'mcp' && keyRequired)
    throw createBadKeyError('is required: a fresh UUID, the same when you try again');
  return undefined;
}

function createBadKeyError(message: string): CommerceError {
  const details = [{ path: 'meta.idempotency-key', message }];
  return new CommerceError('invalid_input', `The idempotency key ${message}.`, { details });
}

/** Hash of the body and of the addressed resource. */
function hashOf(incoming: Incoming): string {
  const { transport, address } = incoming;
  return hash('sha256', JSON.stringify([transport, toIdText(address.id), incoming.requestText()]));
}
