import type { z } from 'zod';
import type { Permission } from '../commerce/merchant/roles.ts';
import type { Store } from '../commerce/store/store.ts';
import { isRead } from '../protocols/endpoint.ts';
import { nameObject } from '../wire/named.ts';
import type { Required } from './access.ts';
import type { CommandWords } from './command.ts';
import { fileOf, toCsvReply } from './csv.ts';
import { type DomainOf, toWire } from './to-wire.ts';
import type {
  AccountVisit,
  AtOrganization,
  AtStore,
  OperatorVisit,
  OrganizationVisit,
  StoreVisit,
  Visit,
} from './visit.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface MerchantReply {
  body: object;
  /** JSON text streamed in place of `body`, for large answers. */
  stream?: AsyncIterable<string>;
  /** True answers 200 where the endpoint creates: it was there before. */
  isRepeated?: boolean;
  /** For example a session cookie. */
  headers?: Record<string, string | string[]>;
}

export interface Declared<Answer> {
  /** Name of the operation in the API's description, the typed client and the console. */
  id: string;
  /** Method and path below `/api/merchant`; `{name}` is a member of the input. */
  route: `${Method} /${string}`;
  summary: string;
  /** That of the access when left out. */
  tag?: 'account' | 'organizations' | 'stores' | 'store' | 'activity' | 'events' | 'pairing';
  /** Answers 201 in place of 200. */
  created?: true;
  /** Set where the merchant names an address to call: counted for the account and its network. Never on an endpoint for anyone. */
  outbound?: true;
  /** True for a whole list as a file, whatever its query. */
  isFile?: true;
  /** True for a request that costs so much that an account may have few at a time. */
  isCostly?: true;
  /** Permission of the role, and of the token; `read` for a GET and `manage` for others when left out. */
  needs?: Permission;
  /** Set where a token may not stand for the person; the summary then says so. */
  inPerson?: true;
  /** Set where the command line offers it, too, by one command or several. */
  command?: CommandWords<Answer> | readonly CommandWords<Answer>[];
  /** Set where it is offered for many stores, too. */
  inBulk?: InBulk<Answer>;
}

/** Words with which an action at one store is offered for many: its permission is asked at each, and each has its outcome. */
interface InBulk<Answer> {
  id: string;
  route: `POST /stores/${string}`;
  summary: string;
  /** Command of one store, where the action itself has none. */
  command?: Pick<CommandWords<never>, 'name' | 'jobs'>;
  /** Arguments after `stores bulk`. */
  example: string;
  /** Says whether the action changed anything, and what happened. */
  describeOutcome(answer: Answer, before: Store): readonly [isChanged: boolean, message: string];
}

/** Endpoint of the merchant API. Routes and OpenAPI are derived from a list of these. */
export interface MerchantEndpoint extends Omit<Declared<never>, keyof Required | 'tag'>, Required {
  tag: NonNullable<Declared<never>['tag']>;
  /** `store`: the path begins with `/stores/{slug}`; `organization`: with `/organizations/{organization_id}`. 404 for strangers. */
  access: 'anyone' | 'account' | 'organization' | 'store';
  input: z.ZodObject;
  output: z.ZodType;
  run(visit: AnyVisit, input: unknown): Promise<MerchantReply>;
}

/** Command of an action, or of the operator's alone, which has no route: an operator may more than any merchant. */
export interface CommandAction extends Pick<MerchantEndpoint, 'input'> {
  access: MerchantEndpoint['access'] | 'operator';
  command: CommandWords<never>;
  run(visit: AnyVisit & OperatorVisit, input: unknown): Promise<MerchantReply>;
}

/** Request with all that its endpoint's access promises. */
export type AnyVisit = StoreVisit & OrganizationVisit;

interface WithCookies {
  /** `Set-Cookie` lines that are sent with the answer. */
  cookies?: string[];
}

interface AnswerFile<Answer> {
  /** The last word of the path when left out. */
  name?: string | undefined;
  /** Its members are the columns. */
  row: { shape: object };
  rows(answer: Answer): Iterable<object>;
}

type Definition<Of, Input extends z.ZodObject, Output extends z.ZodType> = Declared<z.output<Output>> & {
  /** Takes nothing when left out. */
  input?: Input;
  /** Answers `{}` when left out. */
  output?: Output;
} & (
    | {
        /** Returns the answer in the names of the domain: the members that `output` names are sent. Nothing answers `{}`. */
        run(visit: Of, input: z.output<Input>): Promise<DomainOf<Output> & WithCookies> | Promise<void>;
        /** Set where the input has the member `format`. */
        file?: AnswerFile<z.output<Output>>;
        reply?: never;
      }
    | {
        /** Returns all that is sent, for a file or another status. */
        reply(visit: Of, input: z.output<Input>): Promise<MerchantReply>;
        run?: never;
        file?: never;
      }
  );

export type Definer<Of> = <Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Definition<Of, Input, Output>,
) => MerchantEndpoint;

const nothing = nameObject('Nothing', {});

const TAGS = {
  anyone: 'account',
  account: 'account',
  organization: 'organizations',
  store: 'store',
} as const;

export const forAnyone = createDefiner<Visit>('anyone');

export const forAccount = createDefiner<AccountVisit>('account');

/** Defines an endpoint of the account itself, for which a token may not stand. */
export const forPerson = createDefiner<AccountVisit>('account', { inPerson: true });

/** Defines an endpoint of one store, for its merchants and for the operator; `slug` is no member of its input. */
export const forStore = createDefiner<AtStore>('store');

/** Defines an endpoint of one store that asks which account acts, or whether the operator does. */
export const forVisitorAtStore = createDefiner<StoreVisit | (AtStore & OperatorVisit)>('store');

/** Defines an endpoint of one store that asks which account acts, so that no command can offer it. */
export const forMemberAtStore = createDefiner<StoreVisit>('store');

/** Defines an endpoint of one organization, for its members in person and for the operator; `organization_id` is no member of its input. */
export const forOrganization = createDefiner<AtOrganization>('organization', { inPerson: true });

/** Defines an endpoint of one organization that asks which account acts. */
export const forMemberAtOrganization = createDefiner<OrganizationVisit>('organization', { inPerson: true });

function createDefiner<Of>(
  access: MerchantEndpoint['access'],
  common: Pick<Declared<never>, 'inPerson'> = {},
): Definer<Of> {
  return (definition) =>
    toEndpoint(access, { ...common, ...definition } as Definition<AnyVisit, z.ZodObject, z.ZodType>);
}

/** Defines an action of the operator's command line alone. It answers what `run` returns. */
export function defineForOperator<Answer extends object, Input extends z.ZodObject>(action: {
  /** Takes nothing when left out. */
  input?: Input;
  run(visit: OperatorVisit, input: z.output<Input>): Promise<Answer>;
  command: CommandWords<Answer>;
}): CommandAction {
  return {
    access: 'operator',
    input: nothing,
    ...action,
    run: async (visit, input) => ({ body: await action.run(visit, input as z.output<Input>) }),
  };
}

export function getCommands({ command = [], access, ...endpoint }: MerchantEndpoint): CommandAction[] {
  return [command].flat().map((each: CommandWords<never>) => ({
    ...endpoint,
    access: each.ofEvery === 'store' ? 'operator' : access,
    command: each,
  }));
}

/** Ties the type of `run`'s input to the schema: the transport, the only caller, validates first. */
function toEndpoint<Input extends z.ZodObject, Output extends z.ZodType>(
  access: MerchantEndpoint['access'],
  { run, reply, file, ...definition }: Definition<AnyVisit, Input, Output>,
): MerchantEndpoint {
  const { output = nothing, needs, inPerson = false, route, summary } = definition;
  return {
    tag: TAGS[access],
    input: nothing,
    ...definition,
    output,
    summary: inPerson ? `${summary} Not allowed with a token.` : summary,
    access,
    needs: needs ?? (isRead({ route }) ? 'read' : 'manage'),
    inPerson,
    async run(visit, raw) {
      const input = raw as z.output<Input>;
      if (reply) return reply(visit, input);
      const { cookies, ...answer }: WithCookies = (await run(visit, input)) ?? {};
      const body = toWire<z.ZodType>(output, answer) as z.output<Output> & object;
      if (file && input.format === 'csv')
        return toCsvReply(fileOf(visit, route, file.name), file.row, file.rows(body));
      return { body, ...(cookies && { headers: { 'set-cookie': cookies } }) };
    },
  };
}
