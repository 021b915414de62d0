import { z } from 'zod';
import type { Capability } from '../../commerce/capabilities.ts';
import { type Endpoint, endpoint, type Incoming, type Reply } from '../endpoint.ts';
import { agree } from './negotiate-call.ts';
import { incompatible, type UcpContext } from './envelope.ts';
import { once } from './idempotency.ts';
import { outcomeOf } from './outcomes.ts';
import type { UcpTool } from './tools.ts';
import { signedBy, type Trust } from './trust.ts';

/** One operation of the official dialect: what it is over REST, over MCP, and what it does. */
interface OperationOf<Body extends z.ZodObject> {
  capability: Capability;
  /** The capability that caller and store must both have. */
  root: string;
  rest: Endpoint['rest'];
  tool: Omit<UcpTool, 'body' | 'addressed'>;
  summary: string;
  /** True: its answers can be proved to be the store's (spec: When Signatures Apply; errors may do without). */
  signed?: true;
  /** What is sent: REST's body, and over MCP the member of the arguments that `tool.payload` names. */
  body: Body;
  perform(context: UcpContext, input: z.output<Body> & { id: string }): Promise<Reply>;
}

/** What a maker of operations returns: an endpoint, and what MCP shows of it. */
export interface UcpOperation {
  endpoint: Endpoint;
  tool: UcpTool;
}

/**
 * The one path of every operation: who asks, what both can do, what was asked before with the same key, and only then the
 * thing itself. What a business refuses is an answer, not an error.
 */
export function operation<Body extends z.ZodObject>(
  trust: Trust,
  definition: OperationOf<Body>,
): UcpOperation {
  const { capability, root, rest, summary, body, tool } = definition;
  const addressed = rest.includes('{id}');
  const readOnly = tool.readOnly === true;

  async function run(context: UcpContext, input: z.output<Body> & { id: string }, incoming: Incoming) {
    try {
      return await definition.perform(context, input);
    } catch (error) {
      const outcome = outcomeOf(context, error, incoming.transport);
      if (outcome) return outcome;
      throw error;
    }
  }

  function answer(context: UcpContext, input: z.output<Body> & { id: string }, incoming: Incoming) {
    if (readOnly) return run(context, input, incoming);
    const change = { operation: rest, keyRequired: tool.keyRequired === true };
    return once(context, change, incoming, (asOnce) => run({ ...context, once: asOnce }, input, incoming));
  }

  const made = endpoint({
    capability,
    rest,
    summary,
    readsBody: tool.payload !== undefined && tool.payloadOptional !== true,
    ...(readOnly ? { readOnly } : {}),
    input: addressed ? body.extend({ id: z.string() }) : body,
    output: z.looseObject({}),
    async run(store, given, incoming) {
      const agreed = await agree(trust, store, incoming);
      store.caller.agentProfile = agreed.profile.url;
      const context: UcpContext = { ...store, agreed, root, once: {} };
      if (!agreed.active.has(root)) return incompatible(context);
      const reply = await answer(context, given as z.output<Body> & { id: string }, incoming);
      return definition.signed ? { ...reply, sign: signedBy(trust) } : reply;
    },
  });
  return { endpoint: made, tool: { ...tool, body, addressed } };
}
