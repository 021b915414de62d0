import type { Account } from '../storage/repositories/account-rows.ts';
import { typed } from './command-name.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { TokenScope } from '../commerce/merchant/roles.ts';
import { COMMAND_LINE } from '../merchant/at-store.ts';
import { dropToken, type ListedToken, makeToken, tokensOf } from '../merchant/identity/tokens.ts';
import type { Service } from '../service.ts';
import { withService } from './on-service.ts';
import { inColumns, minute } from './table.ts';
import { done, paint } from './terminal.ts';
import { accountOf } from './users.ts';

interface TokenToCreate {
  account: string;
  name: string;
  store?: string[];
  scope?: TokenScope;
  expiresInDays?: number;
}

interface Owned {
  account: Account;
  token: ListedToken & { secret?: string };
}

export const listTokens = withService(async (service, { account }: { account?: string }) => {
  const list = await owned(service, account);
  return { data: list.map(toJson), text: table(list) };
});

export const createToken = withService(async (service, wanted: TokenToCreate) => {
  const account = await accountOf(service, wanted.account);
  const { name, store: stores, scope, expiresInDays: days } = wanted;
  const token = await makeToken(service.context, account, { name, stores, scope, days }, COMMAND_LINE);
  const made = { account, token };
  return { data: toJson(made), text: shownOnce(made) };
});

export const revokeToken = withService(async (service, id: string) => {
  const found = (await owned(service, undefined)).find(({ token }) => token.id === id);
  if (!found) throw new CommerceError('not_found', `No token has the id "${id}". See: ${typed('tokens')}`);
  await dropToken(service.context, found.account, id, COMMAND_LINE);
  return done({ id, revoked: true }, 'The token is revoked.');
});

async function owned(service: Service, email: string | undefined): Promise<Owned[]> {
  const accounts =
    email === undefined ? await service.context.accounts.list() : [await accountOf(service, email)];
  const lists = accounts.map(async (account) =>
    (await tokensOf(service.context, account.id)).map((token) => ({ account, token })),
  );
  return (await Promise.all(lists)).flat();
}

function toJson({ account, token }: Owned) {
  const { id, name, stores, scope, expiresAt, createdAt, lastUsedAt, secret } = token;
  return {
    id,
    account: account.email,
    name,
    stores,
    scope,
    expires_at: expiresAt,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    token: secret,
  };
}

function table(list: Owned[]): string {
  if (list.length === 0) return `No tokens yet. See: ${typed('tokens --help')}`;
  return inColumns(
    ['ID', 'ACCOUNT', 'NAME', 'STORES', 'SCOPE', 'EXPIRES', 'LAST USED'],
    list.map(({ account, token }) => [
      token.id,
      account.email,
      token.name,
      token.stores?.join(' ') ?? 'all',
      token.scope,
      token.expiresAt ? token.expiresAt.slice(0, 10) : 'never',
      token.lastUsedAt ? minute(token.lastUsedAt) : 'never',
    ]),
  );
}

/** Prints the token alone on the first line, for pipes. */
function shownOnce({ account, token }: Owned): string {
  const stores = token.stores?.join(', ') ?? 'all stores';
  return `${token.secret}\n\n${paint('dim', `For ${stores} of ${account.email}. It is not shown again.`)}`;
}
