import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createMemberError, toForbiddenError, toNotFoundError } from '../../commerce/errors.ts';
import { TOKEN_SCOPES } from '../../commerce/merchant/roles.ts';
import type { Store } from '../../commerce/store/store.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { DAY_MS, formatMinute, toIso } from '../../commerce/time/time.ts';
import type { ApiToken } from '../../storage/repositories/identity/api-tokens.ts';
import { nameObject } from '../../wire/named.ts';
import { forPerson } from '../action.ts';
import type { CommandWords } from '../command.ts';
import { instantOrNull, shortName } from '../fields.ts';
import { listForPerson } from '../lists.ts';
import {
  type AccountVisit,
  getNow,
  type Identity,
  type MerchantContext,
  type OperatorVisit,
  toRecordedEntry,
  type Visit,
} from '../visit.ts';

/** Lets secret scanners recognize a leaked token. */
const PREFIX = 'uch_';
const USE_RECORD_INTERVAL_MS = 60_000;

const tokenWire = nameObject('ApiToken', {
  id: z.uuid(),
  name: z.string(),
  stores: z
    .array(z.string())
    .nullable()
    .describe('Slugs of the stores that it gives access to. Null: all of the account’s.'),
  scope: z
    .enum(TOKEN_SCOPES)
    .describe(
      '`read`: it changes nothing. `manage`: all that the account may do at these stores. `agent`: nothing here; an agent that sends it to these stores is known, and has larger quotas.',
    ),
  expires_at: instantOrNull.describe('Null: it does not expire.'),
  created_at: z.iso.datetime(),
  last_used_at: instantOrNull.describe('Precise to the minute.'),
});

const newTokenWire = tokenWire.extend({ token: z.string().describe('Send it as Authorization: Bearer …') });

/** The token is alone on the first line, for pipes. */
const shownOnce: CommandWords<z.output<typeof newTokenWire>>['prints'] = {
  text: ({ token, stores }, { account }) =>
    `${token}\n\nFor ${stores?.join(', ') ?? 'all stores'} of ${account}. It is not shown again.`,
};

const ID = ['<id>', 'as listed by: tokens list'] as const;

export const tokenEndpoints = [
  listForPerson({
    id: 'listTokens',
    route: 'GET /tokens',
    summary: 'Lists the account’s API tokens, newest first. The tokens themselves are not stored.',
    row: tokenWire,
    command: {
      name: 'tokens list',
      summary: 'List tokens; their secrets are not shown',
      ofEvery: 'account',
      prints: {
        columns: {
          ID: ({ id }) => id,
          ACCOUNT: ({ account }) => account ?? '',
          NAME: ({ name }) => name,
          STORES: ({ stores }) => stores?.join(' ') ?? 'all',
          SCOPE: ({ scope }) => scope,
          EXPIRES: ({ expires_at: end }) => end?.slice(0, 10) ?? 'never',
          'LAST USED': ({ last_used_at: at }) => (at === null ? 'never' : formatMinute(at)),
        },
        none: 'No tokens yet.',
      },
    },
    async listItems({ context, identity }) {
      const slugs = mapSlugs(await context.stores.list());
      const tokens = await context.apiTokens.listOfAccount(identity.account.id);
      return tokens.map((token) => toTokenRow(token, slugs));
    },
  }),

  forPerson({
    id: 'createToken',
    route: 'POST /tokens',
    created: true,
    // Others wait while an account's tokens are counted.
    isCostly: true,
    summary: 'Creates an API token for all stores of the account or for some. It is shown only once.',
    needs: 'read',
    input: z.object({
      name: shortName.describe('Purpose of the token.'),
      stores: z
        .array(z.string())
        .min(1)
        .max(1_000)
        .optional()
        .describe('Slugs. Omitted: all of the account’s stores.'),
      scope: z.enum(TOKEN_SCOPES, 'must be read, manage or agent').default('read'),
      expires_in_days: z
        .int('must be a whole number of days')
        .min(1)
        .max(3_650)
        .nullable()
        .default(90)
        .describe('Null: it does not expire.'),
    }),
    output: newTokenWire,
    command: {
      name: 'tokens create',
      summary: 'Create a token; it is shown only once',
      examples: ['tokens create --account ann@shop.example --name nightly --store my-store'],
      members: {
        name: ['--name <name>', 'what it is for'],
        stores: ['--store <slug>', 'only for this store; repeat it for several'],
        scope: ['--scope <scope>', 'what it may do, read by default'],
        expires_in_days: ['--expires-in-days <days>', 'end of its validity, after 90 days by default'],
      },
      nulls: { expires_in_days: ['--never-expires', 'no end of its validity'] },
      prints: shownOnce,
    },
    async run(visit, { name, stores, scope, expires_in_days: days }) {
      const own = await visit.context.stores.listOfAccount(visit.identity.account.id);
      const onlyStores = stores?.map((slug) => {
        const store = own.find((each) => each.slug === slug);
        if (store) return store.id;
        throw createMemberError('stores', `must name stores of yours, not ${quoteInput(slug)}`);
      });
      return issueToken(visit, { name, onlyStores, scope, lifetimeMs: days === null ? null : days * DAY_MS });
    },
  }),

  forPerson({
    id: 'renewToken',
    route: 'POST /tokens/{token_id}/renew',
    created: true,
    isCostly: true,
    summary:
      'Creates a token with the name, stores, scope and lifetime of another one, which stays valid until it ends or is revoked. It is shown only once.',
    needs: 'read',
    input: z.object({ token_id: z.string() }),
    output: newTokenWire,
    command: {
      name: 'tokens renew',
      summary: 'Create a token like another one, to replace it without a gap',
      details: 'The other one stays valid: put the new one in its place, then revoke it.',
      examples: ['tokens renew 0197a1'],
      members: { token_id: ID },
      ownerOf: findOwner,
      prints: shownOnce,
    },
    async run(visit, { token_id: id }) {
      const { context, identity } = visit;
      const tokens = await context.apiTokens.listOfAccount(identity.account.id);
      const token = tokens.find((each) => each.id === id);
      if (!token) throw createUnknownTokenError();
      const { createdAt, expiresAt } = token;
      const lifetimeMs = expiresAt === null ? null : Date.parse(expiresAt) - Date.parse(createdAt);
      return issueToken(visit, { ...token, lifetimeMs });
    },
  }),

  forPerson({
    id: 'revokeToken',
    route: 'DELETE /tokens/{token_id}',
    summary: 'Revokes a token, effective immediately.',
    needs: 'read',
    input: z.object({ token_id: z.string() }),
    command: {
      name: 'tokens revoke',
      summary: 'Revoke a token at once',
      examples: ['tokens revoke 0197a1'],
      members: { token_id: ID },
      ownerOf: findOwner,
      prints: { done: () => 'The token is revoked.' },
    },
    async run(visit, { token_id: id }) {
      const { context, identity } = visit;
      const entry = toRecordedEntry(visit, 'token.revoked', { account: identity.account.email, id });
      if (!(await context.apiTokens.remove(identity.account.id, id, entry))) throw createUnknownTokenError();
    },
  }),
];

interface NewToken extends Pick<ApiToken, 'name' | 'onlyStores' | 'scope'> {
  /** Null: it does not expire. */
  lifetimeMs: number | null;
}

async function issueToken(visit: AccountVisit, { name, onlyStores, scope, lifetimeMs }: NewToken) {
  const { context, identity } = visit;
  const { account } = identity;
  const secret = PREFIX + randomBytes(32).toString('base64url');
  const token: ApiToken = {
    id: context.newId(),
    accountId: account.id,
    name,
    onlyStores,
    scope,
    expiresAt: lifetimeMs === null ? null : toIso(context.now() + lifetimeMs),
    createdAt: getNow(visit),
    lastUsedAt: null,
  };
  const row = toTokenRow(token, mapSlugs(await context.stores.listOfAccount(account.id)));
  const details = { account: account.email, name, stores: row.stores, scope, expires_at: token.expiresAt };
  await context.apiTokens.insert(token, secret, toRecordedEntry(visit, 'token.created', details));
  return { ...row, token: secret };
}

async function findOwner({ context }: OperatorVisit, { token_id: id }: Record<string, unknown>) {
  const owner = await context.apiTokens.findOwner(String(id));
  return owner === undefined ? undefined : context.accounts.find(owner);
}

function createUnknownTokenError() {
  return toNotFoundError('You have no token with that id.');
}

/** Leaves out deleted stores; a token for deleted stores only lists none. */
function toTokenRow(token: ApiToken, slugs: ReadonlyMap<string, string>) {
  return { ...token, stores: token.onlyStores?.flatMap((id) => slugs.get(id) ?? []) ?? null };
}

function mapSlugs(stores: readonly Store[]): ReadonlyMap<string, string> {
  return new Map(stores.map(({ id, slug }) => [id, slug]));
}

/** Throws `forbidden` for the token of an agent. */
export async function findTokenIdentity(visit: Visit, secret: string): Promise<Identity | undefined> {
  const valid = await findValidToken(visit.context, secret);
  if (!valid) return undefined;
  const { account, token } = valid;
  const { scope, onlyStores, name: tokenName } = token;
  if (scope === 'agent')
    throw toForbiddenError(
      'This token makes an agent known at your stores. Create one with the scope "read" or "manage" for this API.',
    );
  return { account, via: 'token', scope, tokenName, ...(onlyStores ? { onlyStores } : {}) };
}

type TokenContext = Pick<MerchantContext, 'accounts' | 'apiTokens' | 'organizations' | 'stores' | 'now'>;

/** Finds a token that has not expired, with its account, and records its use. */
async function findValidToken(context: TokenContext, secret: string) {
  const token = secret.startsWith(PREFIX) ? await context.apiTokens.find(secret) : undefined;
  const account = token && (await context.accounts.find(token.accountId));
  const now = context.now();
  if (!account || (token.expiresAt !== null && Date.parse(token.expiresAt) <= now)) return undefined;
  const lastUse = token.lastUsedAt === null ? 0 : Date.parse(token.lastUsedAt);
  if (now - lastUse >= USE_RECORD_INTERVAL_MS) await context.apiTokens.recordUse(token.id, toIso(now));
  return { token, account };
}

/** Finds the agent that merchants have given a token for; undefined for a token of no use at the store. */
export async function findAgentOfToken(context: TokenContext, secret: string, slug: string) {
  const valid = await findValidToken(context, secret);
  const store = valid?.token.scope === 'agent' ? await context.stores.find(slug) : undefined;
  if (!valid || !store?.organizationId) return undefined;
  const { id, name, onlyStores } = valid.token;
  const role = await context.organizations.roleOf(store.organizationId, valid.account.id);
  return role && (onlyStores?.includes(store.id) ?? true) ? { id, name } : undefined;
}

/** Throws `forbidden` for a token limited to some stores, which could not open a new one. */
export function requireAllStores({ identity }: AccountVisit): void {
  if (identity.onlyStores !== undefined)
    throw toForbiddenError('This token is limited to some stores and cannot connect another one.');
}
