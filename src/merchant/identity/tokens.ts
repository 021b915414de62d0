import { named } from '../../wire/named.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import { CommerceError, invalidMember } from '../../commerce/errors.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../commerce/merchant/roles.ts';
import { quoted } from '../../commerce/text/quoted.ts';
import { DAY_MS, iso } from '../../commerce/time.ts';
import { isUuid } from '../../commerce/uuid.ts';
import type { ApiToken } from '../../storage/repositories/api-tokens.ts';
import type { Actor } from '../../storage/repositories/audit.ts';
import { type MerchantEndpoint, forAccount } from '../action.ts';
import { wholeList } from '../lists.ts';
import { shortName } from '../names.ts';
import { toWire } from '../to-wire.ts';
import {
  type AccountVisit,
  type Identity,
  type MerchantContext,
  type Visit,
  actorOf,
  entryBy,
} from '../visit.ts';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

export const tokenWire = named(
  'ApiToken',
  z.object({
    id: z.uuid(),
    name: z.string(),
    stores: z
      .array(z.string())
      .nullable()
      .describe('Slugs of the stores that it gives access to. Null: all of the account’s.'),
    scope: z
      .enum(TOKEN_SCOPES)
      .describe('`read`: it changes nothing. `manage`: all that the account may do at these stores.'),
    expires_at: z.iso.datetime().nullable().describe('Null: it does not expire.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().describe('Precise to the minute.'),
  }),
);

export const tokenEndpoints: MerchantEndpoint[] = [
  forAccount(
    wholeList({
      id: 'listTokens',
      rest: 'GET /tokens',
      summary: 'Lists the account’s API tokens, newest first. The tokens themselves are not stored.',
      inPerson: true,
      row: tokenWire,
      items: async ({ context, identity }) =>
        (await tokensOf(context, identity.account.id)).map((token) => toWire(tokenWire, token)),
    }),
  ),

  forAccount({
    id: 'createToken',
    rest: 'POST /tokens',
    created: true,
    summary: 'Creates an API token for all stores of the account or for some. It is shown only once.',
    inPerson: true,
    needs: 'read',
    input: z.object({
      name: shortName.describe('Purpose of the token.'),
      stores: z
        .array(z.string())
        .min(1)
        .max(1_000)
        .optional()
        .describe('Slugs. Omitted: all of the account’s stores.'),
      scope: z.enum(TOKEN_SCOPES, 'must be read or manage').optional().describe('Omitted: manage.'),
      expires_in_days: z
        .int('must be a whole number of days')
        .min(1)
        .max(3_650)
        .optional()
        .describe('Omitted: it does not expire.'),
    }),
    output: tokenWire.extend({ token: z.string().describe('Send it as Authorization: Bearer …') }),
    async run(visit, input) {
      const { expires_in_days: days, ...wanted } = input;
      const { context, identity } = visit;
      const made = await makeToken(context, identity.account, { ...wanted, days }, actorOf(visit));
      return { body: { ...toWire(tokenWire, made), token: made.secret } };
    },
  }),

  forAccount({
    id: 'revokeToken',
    rest: 'DELETE /tokens/{token_id}',
    summary: 'Revokes a token, effective immediately.',
    inPerson: true,
    needs: 'read',
    input: z.object({ token_id: z.string() }),
    run: (visit, { token_id }) => dropToken(visit.context, visit.identity.account, token_id, actorOf(visit)),
  }),
];

/** Lets secret scanners recognize a leaked token. */
const PREFIX = 'uch_';
const USE_RECORD_INTERVAL_MS = 60_000;

export interface ListedToken extends Omit<ApiToken, 'onlyStores'> {
  /** Slugs; null for all stores of the account. */
  stores: string[] | null;
}

export async function tokenIdentity(
  { context }: Visit<'accounts' | 'apiTokens' | 'now'>,
  secret: string,
): Promise<Identity | undefined> {
  const token = secret.startsWith(PREFIX) ? await context.apiTokens.find(secret) : undefined;
  const account = token && (await context.accounts.find(token.accountId));
  const now = context.now();
  if (!account || (token.expiresAt !== null && Date.parse(token.expiresAt) <= now)) return undefined;
  const lastUse = token.lastUsedAt === null ? 0 : Date.parse(token.lastUsedAt);
  if (now - lastUse >= USE_RECORD_INTERVAL_MS) await context.apiTokens.used(token.id, iso(now));
  const { scope, onlyStores } = token;
  return { account, via: 'token', scope, ...(onlyStores ? { onlyStores } : {}) };
}

/** Throws `forbidden` for a token limited to some stores, which could not open a new one. */
export function onlyWithAllStores({ identity }: AccountVisit<never>): void {
  if (identity.onlyStores !== undefined)
    throw new CommerceError(
      'forbidden',
      'This token is limited to some stores and cannot connect another one.',
    );
}

export async function tokensOf(context: TokenRepositories, accountId: string): Promise<ListedToken[]> {
  const slugs = new Map((await context.stores.list()).map(({ id, slug }) => [id, slug]));
  const tokens = await context.apiTokens.ofAccount(accountId);
  return tokens.map((token) => listed(token, slugs));
}

type TokenRepositories = Pick<MerchantContext, 'stores' | 'apiTokens' | 'newId' | 'now'>;

interface WantedToken {
  name: string;
  /** Slugs; left out for all stores of the account. */
  stores?: readonly string[] | undefined;
  /** `manage` when left out. */
  scope?: TokenScope | undefined;
  /** Without end when left out. */
  days?: number | undefined;
}

/** Returns the secret, which cannot be read again. Throws `invalid_input` for stores of other accounts. */
export async function makeToken(
  context: TokenRepositories,
  account: Account,
  { name, stores, scope = 'manage', days }: WantedToken,
  actor: Actor,
): Promise<ListedToken & { secret: string }> {
  const own = await context.stores.ofAccount(account.id);
  const onlyStores = stores?.map((slug) => own.find((store) => store.slug === slug)?.id ?? notOwn(slug));
  const secret = PREFIX + randomBytes(32).toString('base64url');
  const token: ApiToken = {
    id: context.newId(),
    accountId: account.id,
    name,
    onlyStores,
    scope,
    expiresAt: days === undefined ? null : iso(context.now() + days * DAY_MS),
    createdAt: iso(context.now()),
    lastUsedAt: null,
  };
  const shown = listed(token, new Map(own.map(({ id, slug }) => [id, slug])));
  const details = { account: account.email, name, stores: shown.stores, scope, expires_at: token.expiresAt };
  await context.apiTokens.insert(token, secret, entryBy(context, actor, 'token.created', details));
  return { ...shown, secret };
}

/** Throws `not_found` for a token that the account does not have. */
export async function dropToken(
  context: TokenRepositories,
  account: Account,
  id: string,
  actor: Actor,
): Promise<void> {
  const entry = entryBy(context, actor, 'token.revoked', { account: account.email, id });
  const gone = isUuid(id) && (await context.apiTokens.remove(account.id, id, entry));
  if (!gone) throw new CommerceError('not_found', 'You have no token with that id.');
}

function notOwn(slug: string): never {
  throw invalidMember('stores', `must name stores of yours, not ${quoted(slug)}`);
}

/** Leaves out deleted stores; a token for deleted stores only lists none. */
function listed({ onlyStores, ...token }: ApiToken, slugs: Map<string, string>): ListedToken {
  const stores = onlyStores?.flatMap((id) => slugs.get(id) ?? []) ?? null;
  return { ...token, stores };
}
