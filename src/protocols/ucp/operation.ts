import { hash } from 'node:crypto';
import { z } from 'zod';
import { readIdempotencyKey } from '../../commerce/call/idempotency-key.ts';
import { CommerceError } from '../../commerce/errors.ts';
import type { Capability } from '../../commerce/store/capabilities.ts';
import { hashIdempotencyKey, KeyReused, withIdempotency } from '../../operations/call/idempotency.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { signResponse } from '../../signatures/sign-message.ts';
import type { Endpoint, Incoming, Reply } from '../endpoint.ts';
import { toIdText } from '../own-ids.ts';
import { ProtocolError } from '../protocol-error.ts';
import type { Tool } from '../tools.ts';
import { renderOutcome } from './content/outcomes.ts';
import { renderIncompatible, type UcpContext } from './envelope.ts';
import { type NegotiatedCall, negotiateCall } from './negotiation/negotiate.ts';
import type { Trust } from './negotiation/trust.ts';
import { describeTool, type UcpTool } from './tools.ts';
import { buildIgnored } from './unread-members.ts';

interface OperationOf<Body extends z.ZodObject> {
  capability: Capability;
  /** Capability that both sides must have. */
  root: string;
  route: Endpoint['route'];
  tool: Omit<UcpTool, 'body' | 'isAddressed'>;
  summary: string;
  /** True signs the answers (spec: When Signatures Apply; errors may stay unsigned). */
  signed?: true;
  /** Body over REST; over MCP the argument that `tool.payload` names. */
  body: Body;
  countryOf?(input: z.output<Body>): string | undefined;
  perform(context: UcpContext, input: z.output<Body> & { id: string }): Promise<Reply>;
}

/** Path of every operation: negotiate, look up the idempotency key, perform. Refusals of the business are answers, not errors. */
export function defineOperation<Body extends z.ZodObject>(
  definition: OperationOf<Body>,
): (trust: Trust) => Tool {
  const { capability, root, route, summary, body, tool, signed } = definition;
  const isAddressed = route.includes('{id}');
  const described = describeTool({ ...tool, body, isAddressed }, summary);
  type Input = z.output<Body> & { id: string };

  function answer(identified: UcpContext, input: Input, incoming: Incoming): Promise<Reply> {
    const run: Perform = (idempotency) => {
      const context = { ...identified, idempotency };
      return definition.perform(context, input).catch((error: unknown) => {
        const outcome = renderOutcome(context, error, incoming.transport);
        if (outcome) return outcome;
        throw error;
      });
    };
    const key = tool.effect === 'readOnly' ? undefined : readKey(incoming, tool.keyRequired);
    if (key === undefined) return run({});
    return performOnce(identified, hashIdempotencyKey(identified, { operation: route, key }), incoming, run);
  }

  return (trust) => ({
    ...described,
    endpoint: {
      capability,
      route,
      creates: tool.effect === 'create',
      summary,
      readOnly: tool.effect === 'readOnly',
      readsBody: tool.payload !== undefined && !tool.payloadOptional,
      ignored: buildIgnored(tool.payload === 'catalog' ? 'catalog' : 'content'),
      input: isAddressed ? body.extend({ id: z.string() }) : body,
      output: z.looseObject({}),
      countryOf: (input) => definition.countryOf?.(input as Input),
      identify: async (store, incoming) => withAgent(store, await negotiateCall(trust, store, incoming)),
      async run(identified, input, incoming) {
        const context: UcpContext = { ...(identified as IdentifiedContext), root, idempotency: {} };
        if (!context.agreed.active.has(root)) return renderIncompatible(context);
        const reply = await answer(context, input as Input, incoming);
        const sign: Reply['sign'] = async (response) =>
          signResponse(response, await trust.signingKey(), trust.now());
        return signed ? { ...reply, sign } : reply;
      },
    },
  });
}

type IdentifiedContext = StoreContext & Pick<UcpContext, 'agreed'>;

function withAgent(store: StoreContext, agreed: NegotiatedCall): IdentifiedContext {
  const { profile, signer } = agreed;
  const proof = signer === undefined ? {} : { verified: { by: 'ucp_signature' as const, as: signer } };
  return { ...store, agreed, caller: { ...store.caller, agentProfile: profile.url, ...proof } };
}

const KEY = /^[\x20-\x7e]{1,255}$/;

type Perform = (idempotency: UcpContext['idempotency']) => Promise<Reply>;

/** Performs a change once per key, agent platform and operation, and replays its answer (spec: Replay Protection). */
async function performOnce(context: UcpContext, id: string, incoming: Incoming, perform: Perform) {
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

/** The message's key wins over the header's (docs/contract.md, MCP). `isRequired` refuses a call over MCP without either. */
function readKey({ meta, headers, transport }: Incoming, isRequired = false): string | undefined {
  const key = readIdempotencyKey(meta['idempotency-key']) ?? readIdempotencyKey(headers['idempotency-key']);
  if (typeof key === 'string' && KEY.test(key)) return key;
  if (key !== undefined)
    throw createBadKeyError('must be 1 to 255 printable characters, a fresh UUID for each change');
  if (transport === 'mcp' && isRequired)
    throw createBadKeyError('is required: a fresh UUID, the same when you try again');
  return undefined;
}

function createBadKeyError(message: string): CommerceError {
  const details = [{ path: 'meta.idempotency-key', message }];
  return new CommerceError('invalid_input', `The idempotency key ${message}.`, { details });
}

function hashOf(incoming: Incoming): string {
  const { transport, address } = incoming;
  return hash('sha256', JSON.stringify([transport, toIdText(address.id), incoming.requestText()]));
}
