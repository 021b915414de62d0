import { setTimeout as sleep } from 'node:timers/promises';
import colors from 'picocolors';
import { typed } from '../command-name.ts';
import { CommerceError } from '../commerce/errors.ts';
import { type CodeState, issueCode, stateOfCode } from '../merchants/pairing-codes.ts';
import type { Service } from '../service.ts';
import { onService } from './on-service.ts';
import { say } from './terminal.ts';
import { type Command, readOptions } from './usage.ts';

const USAGE = `Creates a six-digit code that pairs a WooCommerce site. It works once and expires after ten minutes.

  pair [--account <e-mail>] [--wait] [--json]

On the site, install the ucp-host plugin, open WooCommerce → Shopping agents, enter the service's address and the code, and
press "Pair this shop". The service must be running and reachable from the site.

  --account   owner of the store; without it the store has no owner yet
  --wait      waits until the site is paired; exits with 0 when it is, and with 1 when it was refused or the code expired
  --json      for scripts: one line with the code, and with --wait another line with the result`;

const OPTIONS = {
  account: { type: 'string' },
  wait: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const POLL_INTERVAL_MS = 1_000;

export const pair: Command = {
  summary: 'Creates a code that pairs a WooCommerce site.',
  usage: USAGE,
  async run(args, config) {
    const { values } = readOptions(args, OPTIONS, USAGE);
    const settings = config();
    await onService(settings, async (service) => {
      const accountId = await accountOf(service, values.account);
      const { id, code, expiresAt } = await issueCode(service.context, accountId);
      const address = settings.baseUrl ?? `http://${settings.host}:${settings.port}`;
      say(
        values.json
          ? JSON.stringify({ id, code, expires_at: expiresAt, service: address })
          : instructions(code, address),
      );
      if (!values.wait) return;
      const end = await waitFor(service, { id, accountId, quiet: values.json === true });
      say(values.json ? JSON.stringify(toJson(end)) : inWords(end));
      if (end.status !== 'paired') process.exitCode = 1;
    });
  },
};

async function accountOf({ context }: Service, email: string | undefined): Promise<string | null> {
  if (email === undefined) return null;
  const account = await context.accounts.findByEmail(email);
  if (account) return account.id;
  throw new CommerceError('not_found', `There is no account "${email}". See: ${typed('users')}`);
}

function instructions(code: string, address: string): string {
  return `
  ${colors.bold(colors.green(`${code.slice(0, 3)} ${code.slice(3)}`))}   works once, expires in ten minutes

  On the site, in WordPress: WooCommerce → Shopping agents
    Service address  ${colors.cyan(address)}
    Pairing code     ${code.slice(0, 3)} ${code.slice(3)}
  The plugin: ${colors.cyan(`${address}/connectors/ucp-host-woocommerce.zip`)}
`;
}

interface Waiting {
  id: string;
  accountId: string | null;
  /** Hides the countdown, for scripts. */
  quiet: boolean;
}

/** Waits until the code is paired, refused or expired. After a refusal the code stays valid for a retry. */
async function waitFor({ context }: Service, { id, accountId, quiet }: Waiting): Promise<CodeState> {
  const shows = !quiet && process.stdout.isTTY;
  for (;;) {
    const state = await stateOfCode(context, id, accountId);
    if (!state) throw new CommerceError('not_found', 'The code no longer exists.');
    if (state.status !== 'waiting' && state.status !== 'checking') {
      if (shows) process.stdout.write('\r\x1b[K');
      return state;
    }
    if (shows) process.stdout.write(`\r\x1b[K  ${countdown(state, context.now())}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

function countdown({ status, expiresAt }: CodeState, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return status === 'checking' ? 'The site has connected: checking it …' : `Waiting … ${left}`;
}

function inWords({ status, store, refusal }: CodeState): string {
  if (status === 'paired') {
    return `${colors.green('✓')} ${store?.name ?? 'The site'} is paired as ${colors.bold(store?.slug ?? '')}.`;
  }
  if (status === 'expired') return `${colors.red('✗')} The code expired. Create a new one.`;
  const again = status === 'refused' ? '\n  Then press "Pair this shop" again: the code is still valid.' : '';
  return `${colors.red('✗')} ${refusal?.message ?? 'Refused.'}\n  ${refusal?.remedy ?? ''}${again}`;
}

function toJson({ status, store, refusal, attemptsLeft }: CodeState): object {
  return { status, tries_left: attemptsLeft, ...(refusal ? { refusal } : {}), ...(store ? { store } : {}) };
}
