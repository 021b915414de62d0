import { z } from 'zod';
import type { Capability } from '../../commerce/store/capabilities.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import type { Endpoint, Incoming, Reply } from '../endpoint.ts';
import type { Tool } from '../tools.ts';
import { renderOutcome } from './content/outcomes.ts';
import { renderIncompatible, type UcpContext } from './envelope.ts';
import { performOnce } from './idempotency.ts';
import { type NegotiatedCall, negotiateCall } from './negotiation/negotiate-call.ts';
import { createSignAnswer, type Trust } from './negotiation/trust.ts';
import { toTool, type UcpTool } from './tools.ts';
import { buildIgnored } from './unread-members.ts';

/** Operation of official UCP, over REST and MCP. */
interface OperationOf<Body extends z.ZodObject> {
  capability: Capability;
  /** Capability that both sides must have. */
  root: string;
  route: Endpoint['route'];
  creates?: boolean;
  tool: Omit<UcpTool, 'body' | 'addressed'>;
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
  const { capability, root, route, creates, summary, body, tool } = definition;
  const addressed = route.includes('{id}');
  const readsBody = tool.payload !== undefined && !tool.payloadOptional;

  type Input = z.output<Body> & { id: string };

  function run(context: UcpContext, input: Input, { transport }: Incoming): Promise<Reply> {
    return definition.perform(context, input).catch((error: unknown) => {
      const outcome = renderOutcome(context, error, transport);
      if (outcome) return outcome;
      throw error;
    });
  }

  function answer(context: UcpContext, input: Input, incoming: Incoming) {
    if (tool.readOnly) return run(context, input, incoming);
    const change = { operation: route, keyRequired: tool.keyRequired };
    return performOnce(context, change, incoming, (idempotency) =>
      run({ ...context, idempotency }, input, incoming),
    );
  }

  const createEndpointFor = (trust: Trust): Endpoint => ({
    capability,
    route,
    creates,
    summary,
    readOnly: tool.readOnly,
    readsBody,
    ignored: buildIgnored(tool.payload === 'catalog' ? 'catalog' : 'content'),
    input: addressed ? body.extend({ id: z.string() }) : body,
    output: z.looseObject({}),
    countryOf: (input) => definition.countryOf?.(input as Input),
    identify: async (store, incoming) => identifyAgentOf(store, await negotiateCall(trust, store, incoming)),
    async run(identified, raw, incoming) {
      const context: UcpContext = { ...(identified as IdentifiedContext), root, idempotency: {} };
      if (!context.agreed.active.has(root)) return renderIncompatible(context);
      const reply = await answer(context, raw as Input, incoming);
      return definition.signed ? { ...reply, sign: createSignAnswer(trust) } : reply;
    },
  });
  return (trust) => toTool(createEndpointFor(trust), { ...tool, body, addressed });
}

/** Context of a store as `identify` returns it. */
type IdentifiedContext = StoreContext & Pick<UcpContext, 'agreed'>;

function identifyAgentOf(store: StoreContext, agreed: NegotiatedCall): IdentifiedContext {
  const { profile, signer } = agreed;
  const bySignature = signer === undefined ? undefined : ({ by: 'ucp_signature', as: signer } as const);
  const verified = bySignature ?? store.caller.verified;
  return { ...store, agreed, caller: { ...store.caller, agentProfile: profile.url, verified } };
}
