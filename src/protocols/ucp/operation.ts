import { z } from 'zod';
import type { Capability } from '../../commerce/store/capabilities.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import { type Endpoint, endpoint, type Incoming, type Reply } from '../endpoint.ts';
import { incompatible, type UcpContext } from './envelope.ts';
import { performOnce } from './idempotency.ts';
import { type NegotiatedCall, negotiateCall } from './negotiate-call.ts';
import { outcomeOf } from './outcomes.ts';
import type { UcpTool } from './tools.ts';
import { signedBy, type Trust } from './trust.ts';

/** Operation of official UCP, over REST and MCP. */
interface OperationOf<Body extends z.ZodObject> {
  capability: Capability;
  /** Capability that both sides must have. */
  root: string;
  rest: Endpoint['rest'];
  creates?: true;
  tool: Omit<UcpTool, 'body' | 'addressed'>;
  summary: string;
  /** True signs the answers (spec: When Signatures Apply; errors may stay unsigned). */
  signed?: true;
  /** Body over REST; over MCP the argument that `tool.payload` names. */
  body: Body;
  perform(context: UcpContext, input: z.output<Body> & { id: string }): Promise<Reply>;
}

/** Path of every operation: negotiate, look up the idempotency key, perform. Refusals of the business are answers, not errors. */
export function operation<Body extends z.ZodObject>(
  trust: Trust,
  definition: OperationOf<Body>,
): { endpoint: Endpoint; tool: UcpTool } {
  const { capability, root, rest, summary, body, tool } = definition;
  const addressed = rest.includes('{id}');
  const readOnly = tool.readOnly === true;

  type Input = z.output<Body> & { id: string };

  function run(context: UcpContext, input: Input, { transport }: Incoming): Promise<Reply> {
    return definition.perform(context, input).catch((error: unknown) => {
      const outcome = outcomeOf(context, error, transport);
      if (outcome) return outcome;
      throw error;
    });
  }

  function answer(context: UcpContext, input: Input, incoming: Incoming) {
    if (readOnly) return run(context, input, incoming);
    const change = { operation: rest, keyRequired: tool.keyRequired === true };
    return performOnce(context, change, incoming, (idempotency) =>
      run({ ...context, idempotency }, input, incoming),
    );
  }

  const restEndpoint = endpoint({
    capability,
    rest,
    summary,
    readsBody: tool.payload !== undefined && tool.payloadOptional !== true,
    ...(readOnly ? { readOnly } : {}),
    ...(definition.creates ? { creates: true } : {}),
    input: addressed ? body.extend({ id: z.string() }) : body,
    output: z.looseObject({}),
    identify: async (store, incoming) => identified(store, await agree(trust, store, incoming)),
    async run(store, raw, incoming) {
      const agreed = agreements.get(incoming) ?? (await agree(trust, store, incoming));
      const context: UcpContext = { ...identified(store, agreed), agreed, root, idempotency: {} };
      if (!agreed.active.has(root)) return incompatible(context);
      const reply = await answer(context, raw as Input, incoming);
      return definition.signed ? { ...reply, sign: signedBy(trust) } : reply;
    },
  });
  return { endpoint: restEndpoint, tool: { ...tool, body, addressed } };
}

/** Agreements of calls under way, from their admission to their run. */
const agreements = new WeakMap<Incoming, NegotiatedCall>();

async function agree(trust: Trust, store: StoreContext, incoming: Incoming): Promise<NegotiatedCall> {
  const agreed = await negotiateCall(trust, store, incoming);
  agreements.set(incoming, agreed);
  return agreed;
}

function identified(store: StoreContext, { profile, signer }: NegotiatedCall): StoreContext {
  const bySignature = signer === undefined ? undefined : ({ by: 'ucp_signature', as: signer } as const);
  const verified = bySignature ?? store.caller.verified;
  return { ...store, caller: { ...store.caller, agentProfile: profile.url, verified } };
}
