import type { z } from 'zod';
import type { Capability } from '../commerce/capabilities.ts';
import type { CallStats } from '../request-log/agent-call.ts';
import type { StoreContext } from '../operations/store-context.ts';

type Method = 'GET' | 'POST' | 'PUT';

/** What came in, whatever carried it: path, query or body, and the idempotency key in one object. */
export type RawInput = Record<string, unknown>;

interface SentRequest {
  method: string;
  scheme: 'http' | 'https';
  /** Of this service: the host that was asked where that is one of its own, else that of `BASE_URL`. */
  authority: string;
  /** Path and query, as on the request line. */
  target: string;
  /** Raw bytes; undefined when there was no body. */
  body: Uint8Array | undefined;
}

/** Headers that make an answer a signed one. `contentType` and `body` are what is sent, to the letter. */
export type SignAnswer = (answer: {
  status: number;
  contentType: string;
  body: string;
}) => Promise<Record<string, string>>;

/** How it came in. The address is known at once; reading the rest may throw, for a body that is no JSON. */
export interface Incoming {
  transport: 'rest' | 'mcp';
  address: RawInput;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What MCP's arguments say of the call itself, in `meta`. */
  meta: RawInput;
  read(): RawInput;
  /** All that was asked, byte for byte; over MCP without what is new in each call. */
  asked(): Uint8Array;
  /** The request as its sender addressed it, for who checks its signature. */
  sent: SentRequest;
}

export interface Reply {
  body: object;
  /** True when the body is the same object for as long as it says the same: it is written as text once. */
  standing?: true;
  /** True where a new resource was made: REST says 201. */
  created?: boolean;
  /** What is counted for the merchant. */
  callStats?: CallStats | undefined;
  /** Present where the answer is to be a signed one. */
  sign?: SignAnswer;
}

/** One endpoint of a dialect. REST routes, MCP tools and their schemas are all derived from a list of these. */
export interface Endpoint {
  /** Off: the endpoint is not there. */
  capability: Capability;
  /** Method and path below the store's address; `{name}` is the member of the input that the path carries. */
  rest: `${Method} /${string}`;
  /** What it is for, in a sentence that a model can act on. */
  summary: string;
  /** Present when it is also an MCP tool. `aliases` are other names that agents use for an argument. */
  tool?: { name: string; readOnly: boolean; aliases?: Record<string, string[]> };
  /** True for what changes nothing though it is posted. */
  readOnly?: true;
  /** True when the input comes from a JSON body and not from the query. */
  readsBody: boolean;
  /** Members of a composite request that belong to a capability: dropped unread when it is off. */
  capabilityOf?: Record<string, Capability>;
  /** A member at the end of the path that may hold slashes as they are, as GIDs do. */
  slashesIn?: string;
  /** Seconds for which anybody may keep the answer; left out, nobody may. */
  cacheSeconds?: number;
  input: z.ZodObject;
  output: z.ZodType;
  /** Throws `not_found` by what the address says, before the rest of the input is read and judged. */
  mustExist?(context: StoreContext, address: RawInput): Promise<void>;
  run(context: StoreContext, input: unknown, incoming: Incoming): Promise<Reply>;
}

type EndpointOf<Input extends z.ZodObject> = Omit<Endpoint, 'input' | 'run'> & {
  input: Input;
  run(context: StoreContext, input: z.output<Input>, incoming: Incoming): Promise<Reply>;
};

/** Ties the type of `run`'s input to the schema; from then on `invoke` is the only caller, and it validates first. */
export function endpoint<Input extends z.ZodObject>(definition: EndpointOf<Input>): Endpoint {
  return {
    ...definition,
    run: (context, input, incoming) => definition.run(context, input as z.output<Input>, incoming),
  };
}
