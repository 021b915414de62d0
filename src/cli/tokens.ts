import colors from 'picocolors';
import { typed } from '../command-name.ts';
import { CommerceError } from '../commerce/errors.ts';
import { COMMAND_LINE } from '../merchants/at-store.ts';
import { dropToken, type ListedToken, makeToken, tokensOf } from '../merchants/tokens.ts';
import type { Account } from '../merchants/merchant-context.ts';
import type { Service } from '../service.ts';
import { onService } from './on-service.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';
import { accountOf } from './users.ts';

const USAGE = `Manages API tokens. With a token, scripts use the merchant API on behalf of its account.

  tokens [list] [--account <e-mail>] [--json]
  tokens create --account <e-mail> --name <what it is for> [--store <slug>]… [--json]
      With --store only for the named stores, otherwise for all stores of the account. The token is shown only once.
  tokens revoke <id> [--json]

  curl -H 'Authorization: Bearer uch_…' http://127.0.0.1:8787/api/merchant/me`;

const OPTIONS = {
  ...JSON_OPTION,
  account: { type: 'string' },
  name: { type: 'string' },
  store: { type: 'string', multiple: true },
} as const;

type Values = ReturnType<typeof readOptions<typeof OPTIONS>>['values'];

interface Owned {
  account: Account;
  token: ListedToken & { secret?: string };
}

export const tokens: Command = {
  summary: 'Lists, creates and revokes API tokens.',
  usage: USAGE,
  async run(args, config) {
    const { values, positionals } = readOptions(args, OPTIONS, USAGE);
    const [job = 'list', id = ''] = positionals;
    if (job === 'list') {
      const list = await onService(config(), (service) => owned(service, values.account));
      return say(values.json ? JSON.stringify(list.map(toJson), null, 2) : table(list));
    }
    if (job === 'create') {
      const made = await onService(config(), (service) => create(service, values));
      return say(values.json ? JSON.stringify(toJson(made), null, 2) : shownOnce(made));
    }
    if (job !== 'revoke' || id === '') throw new UsageError(USAGE);
    await onService(config(), (service) => revoke(service, id));
    say(values.json ? JSON.stringify({ id, revoked: true }) : `${colors.green('✓')} The token is revoked.`);
  },
};

async function owned(service: Service, email: string | undefined): Promise<Owned[]> {
  const accounts =
    email === undefined ? await service.context.accounts.list() : [await accountOf(service, email)];
  const lists = accounts.map(async (account) =>
    (await tokensOf(service.context, account.id)).map((token) => ({ account, token })),
  );
  return (await Promise.all(lists)).flat();
}

async function create(service: Service, { account: email, name, store }: Values): Promise<Owned> {
  if (email === undefined || !name) throw new UsageError(`--account and --name are required.\n\n${USAGE}`);
  const account = await accountOf(service, email);
  const token = await makeToken(service.context, account, { name, stores: store }, COMMAND_LINE);
  return { account, token };
}

async function revoke(service: Service, id: string): Promise<void> {
  const found = (await owned(service, undefined)).find(({ token }) => token.id === id);
  if (!found) throw new CommerceError('not_found', `No token has the id "${id}". See: ${typed('tokens')}`);
  await dropToken(service.context, found.account, id, COMMAND_LINE);
}

function toJson({ account, token }: Owned) {
  const { id, name, stores, createdAt, lastUsedAt, secret } = token;
  return {
    id,
    account: account.email,
    name,
    stores,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    ...(secret === undefined ? {} : { token: secret }),
  };
}

function table(list: Owned[]): string {
  if (list.length === 0) return `No tokens yet. See: ${typed('tokens --help')}`;
  return inColumns(
    ['ID', 'ACCOUNT', 'NAME', 'STORES', 'LAST USED'],
    list.map(({ account, token }) => [
      token.id,
      account.email,
      token.name,
      token.stores?.join(' ') ?? 'all',
      token.lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never',
    ]),
  );
}

/** Prints the token alone on the first line, for pipes. */
function shownOnce({ account, token }: Owned): string {
  const stores = token.stores?.join(', ') ?? 'all stores';
  return `${token.secret}\n\n${colors.dim(`For ${stores} of ${account.email}. It is not shown again.`)}`;
}
