import type { z } from 'zod';
import type { Capability } from '../commerce/store/capabilities.ts';
import type { StoreContext } from '../operations/call/store-context.ts';
import type { CallStats } from '../request-log/agent-call.ts';
import type { IgnoredMembers, IsUnread } from './ignored-members.ts';

/** Path, query, body and idempotency key of a call in one object. */
export type RawInput = Record<string, unknown>;

export interface SentRequest {
  method: string;
  scheme: 'http' | 'https';
  /** Host of this service: the requested one when the service owns it, else that of `BASE_URL`. */
  authority: string;
  /** Path and query of the request line. */
  target: string;
  /** Raw bytes; undefined without a body. */
  body: Uint8Array | undefined;
}

/** Returns the headers that sign an answer; `contentType` and `body` are the exact values sent. */
export type SignAnswer = (answer: {
  status: number;
  contentType: string;
  body: string;
}) => Promise<Record<string, string>>;

/** Call as a transport received it. `read` throws when the body is no JSON. */
export interface Incoming {
  transport: 'rest' | 'mcp';
  address: RawInput;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `meta` of MCP's arguments. */
  meta: RawInput;
  read(): RawInput;
  /** Text that is equal for repeated calls: no id of the message, no `meta`, members in any order. */
  requestText(): string;
  /** Request as its sender addressed it, for verifying its signature. */
  sentRequest(): SentRequest;
  /** URL of the profile whose key is known to have signed the whole request. */
  signer?: string | undefined;
  /** Collects how arguments were understood that are not as their schema says; empty over REST. */
  repairs: string[];
}

export interface Reply {
  body: object;
  /** True for a body that is the same object in later answers. */
  isShared?: boolean;
  /** Pictures for cards, by ids of the body. */
  pictures?(): Record<string, string>;
  /** True answers 201 over REST. */
  created?: boolean;
  /** True for the repetition of an answer under its idempotency key. */
  replayed?: boolean;
  callStats?: CallStats | undefined;
  sign?: SignAnswer;
}

/** Effect of a tool. `repeatable`: changes nothing more when repeated. `destructive`: cannot be undone. */
export type Effect = 'readOnly' | 'repeatable' | 'create' | 'destructive';

/** Endpoint of a protocol. REST routes, MCP tools and their schemas are derived from a list of these. */
export interface Endpoint {
  /** The endpoint does not exist while the capability is off. */
  capability: Capability;
  /** Method and path below the store's URL; `{name}` is a member of the input. */
  route: `${'GET' | 'POST' | 'PUT'} /${string}`;
  /** Name of the operation in the API's description; an operation of official UCP is named as its tool. */
  id?: string;
  /** True for an endpoint that begins a purchase: it answers 201, and is limited as a create. */
  creates?: boolean | undefined;
  /** Sentence for models and for the documentation. */
  summary: string;
  /** Present when the endpoint is an MCP tool. `aliases` are other names that agents use for an argument. */
  tool?: { name: string; effect: Effect; aliases?: Record<string, string[]> };
  /** True for a POST that changes nothing. */
  readOnly?: boolean | undefined;
  /** True when the input is a JSON body; otherwise it is the query. */
  readsBody?: boolean;
  /** Capabilities of members, which are dropped unread while theirs is off. */
  capabilityOf?: Record<string, Capability>;
  /** Last member of the path, which may contain unencoded slashes, as GIDs do. */
  slashesIn?: string;
  /** Lifetime of the answer in shared caches, in seconds; absent for answers that must not be cached. */
  cacheSeconds?: number;
  /** Present where the answer names members of the input that nothing reads. */
  ignored?: {
    isUnread?: IsUnread;
    name(body: object, ignored: IgnoredMembers): object;
  };
  input: z.ZodObject;
  output: z.ZodType;
  /** Returns the country of delivery that the request names, ISO 3166-1 alpha-2. */
  countryOf?(input: unknown): string | undefined;
  /** Throws `not_found`, which wins over invalid input; `run` must throw it as well. */
  mustExist?(context: StoreContext, address: RawInput): Promise<void>;
  /** Authenticates the agent before the store's rules are applied to the call; returns the context with its caller, for `run`. */
  identify?(context: StoreContext, incoming: Incoming): Promise<StoreContext>;
  run(context: StoreContext, input: unknown, incoming: Incoming): Promise<Reply> | Reply;
}

export function isRead({ route, readOnly }: { route: string; readOnly?: boolean | undefined }): boolean {
  return readOnly === true || route.startsWith('GET ');
}

type EndpointOf<Input extends z.ZodObject> = Omit<Endpoint, 'input' | 'countryOf' | 'run'> & {
  input: Input;
  countryOf?(input: z.output<Input>): string | undefined;
  run(context: StoreContext, input: z.output<Input>, incoming: Incoming): Promise<Reply> | Reply;
};

/** Ties the type of `run`'s input to the schema: `invoke`, the only caller, validates first. */
export function defineEndpoint<Input extends z.ZodObject>(definition: EndpointOf<Input>): Endpoint {
  return definition;
}
