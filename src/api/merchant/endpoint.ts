import type { z } from 'zod';
import { countOutboundCall } from '../../merchants/outbound-limits.ts';
import type { AccountVisit, StoreVisit, Visit } from '../../merchants/merchant-context.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface MerchantReply {
  body: object;
  /** JSON text, sent piece by piece in place of `body`: for what may be large. */
  stream?: AsyncIterable<string>;
  /** True where a new resource was made: 201. */
  created?: boolean;
  /** For example the cookie of a new session. */
  headers?: Record<string, string | string[]>;
}

interface Described {
  /** Method and path below `/api/merchant`; `{name}` is the member of the input that the path carries. */
  rest: `${Method} /${string}`;
  /** What it is for, in a sentence. */
  summary: string;
  tag: 'account' | 'stores' | 'store' | 'activity' | 'pairing';
  output: z.ZodType;
  /** Calls an address that the merchant names: counted for the account and its network. Never on an endpoint for anyone. */
  outbound?: true;
}

/** One endpoint of the merchant API. Routes and OpenAPI are derived from a list of these. */
export interface MerchantEndpoint extends Described {
  /** `store`: the path begins with `/stores/{slug}`, and the store is the account's own, or it is a 404. */
  access: 'anyone' | 'account' | 'store';
  input: z.ZodObject;
  run(visit: StoreVisit, input: unknown): Promise<MerchantReply>;
}

type Definition<Of, Input extends z.ZodObject> = Described & {
  input: Input;
  run(visit: Of, input: z.output<Input>): Promise<MerchantReply>;
};

/** Whoever asks; `slug` in the path means nothing here. */
export function forAnyone<Input extends z.ZodObject>(definition: Definition<Visit, Input>) {
  return toEndpoint('anyone', definition);
}

export function forAccount<Input extends z.ZodObject>(definition: Definition<AccountVisit, Input>) {
  return toEndpoint('account', definition);
}

/** `slug` is read before, and is no member of the input. */
export function forStore<Input extends z.ZodObject>(definition: Definition<StoreVisit, Input>) {
  return toEndpoint('store', definition);
}

/** Ties the type of `run`'s input to the schema; the transport is the only caller, and validates first. */
function toEndpoint<Input extends z.ZodObject>(
  access: MerchantEndpoint['access'],
  definition: Definition<StoreVisit, Input>,
): MerchantEndpoint {
  return {
    ...definition,
    access,
    async run(visit, input) {
      if (definition.outbound) await countOutboundCall(visit);
      return definition.run(visit, input as z.output<Input>);
    },
  };
}
