import { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import type { Capability } from '../../commerce/store/capabilities.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import {
  defineEndpoint,
  type Effect,
  type Endpoint,
  type Incoming,
  type RawInput,
  type Reply,
} from '../endpoint.ts';
import { describeEffect, type Tool } from '../tools.ts';
import { type Argument, getUnused, readArguments } from './arguments.ts';
import { withNextCall } from './failures.ts';
import { ARGUMENTS, withItemList } from './requests.ts';

interface ToolOf<Input extends z.ZodObject> {
  name: string;
  description: string;
  capability: Capability;
  /** Operation that the request log and the rate limiter know it by. */
  route: Endpoint['route'];
  effect: Effect;
  /** Each member is read by its entry in ARGUMENTS. */
  input: Input & (keyof z.output<Input> extends keyof typeof ARGUMENTS ? unknown : never);
  /** Takes the place of entries in ARGUMENTS. */
  arguments?: Partial<Record<keyof z.output<Input> & string, Argument>>;
  output: z.ZodType;
  perform(context: StoreContext, input: z.output<Input>, incoming: Incoming): Promise<Reply>;
}

export function defineShoppingTool<Input extends z.ZodObject>(definition: ToolOf<Input>): Tool {
  const { name, description, capability, route, effect, input, output } = definition;
  const all: Record<string, Argument> = { ...ARGUMENTS, ...definition.arguments };
  const table = Object.fromEntries(Object.keys(input.shape).map((name) => [name, all[name] ?? {}]));
  const listed = 'items' in table ? withItemList : (raw: RawInput) => raw;
  const restEndpoint = defineEndpoint({
    capability,
    route,
    summary: description,
    readsBody: true,
    readOnly: effect === 'readOnly',
    creates: effect === 'create',
    input,
    output,
    countryOf: (input: { country?: string }) => input.country,
    async run(context, input, incoming) {
      try {
        const reply = await definition.perform(context, input, incoming);
        const unused = getUnused(incoming.repairs).slice(0, MAX_UNUSED);
        return unused.length === 0 ? reply : { ...reply, body: { ...reply.body, not_used: unused } };
      } catch (error) {
        if (!(error instanceof CommerceError)) throw error;
        throw await withNextCall(error, { tool: name, input: input as RawInput, context });
      }
    },
  });
  return {
    endpoint: restEndpoint,
    description: {
      name,
      description,
      inputSchema: toSchema(input, 'input'),
      outputSchema: toSchema(output, 'output'),
      ...describeEffect(name, effect),
    },
    read: (raw, repairs) => readArguments(listed(raw, repairs), table, repairs),
  };
}

const MAX_UNUSED = 5;

/** Members that the error of a wrong argument explains; validators of some clients complain about a format that they do not know. */
const UNLISTED = ['format', 'maximum', 'maxItems', 'maxLength', 'minItems', 'pattern'] as const;

/** Leaves out members that cost tokens and that no client needs. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      for (const member of UNLISTED) delete jsonSchema[member];
    },
  });
  return described;
}
