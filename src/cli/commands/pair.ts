import { setTimeout as sleep } from 'node:timers/promises';
import { toNotFoundError } from '../../commerce/errors.ts';
import { type CodeState, findCodeState, issueCode } from '../../merchant/pairing/pairing-codes.ts';
import type { Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { findOwner, onService } from '../shell/on-service.ts';
import { withTerminalLine } from '../shell/progress-bar.ts';
import { type JsonOption, paint, say } from '../shell/terminal.ts';

const POLL_INTERVAL_MS = 1_000;

interface PairOptions extends JsonOption {
  account?: string;
  wait?: boolean;
}

/** Issues a pairing code. With `wait` it sets exit code 1 unless the site is paired. */
export async function pair(config: Config, { account, wait, json = false }: PairOptions): Promise<void> {
  await onService(config, async (service) => {
    const issuer = account === undefined ? NO_OWNER : await findOwner(service, account);
    const { id, code, expiresAt } = await issueCode(service.context, issuer);
    const address = service.context.baseUrl();
    const data = { id, code, expires_at: expiresAt, service: address };
    say(json ? JSON.stringify(data) : formatInstructions(code, address));
    if (!wait) return;
    const end = await withTerminalLine({ json }, (write) => waitFor(service, { id, ...issuer }, write));
    const { status, triesLeft: tries_left, refusal, store } = end;
    say(json ? JSON.stringify({ status, tries_left, refusal, store }) : describeCodeState(end));
    if (status !== 'paired') process.exitCode = 1;
  });
}

/** The new store is of no organization. */
const NO_OWNER = { accountId: null, organizationId: null };

function formatInstructions(code: string, address: string): string {
  const grouped = `${code.slice(0, 3)} ${code.slice(3)}`;
  return `
  ${paint('bold', paint('green', grouped))}   works once, expires in ten minutes

  On the site, in WordPress: WooCommerce → Shopping agents
    Service address  ${paint('cyan', address)}
    Pairing code     ${grouped}
  The plugin: ${paint('cyan', `${address}/connectors/ucp-host-woocommerce.zip`)}
`;
}

type Code = { id: string; accountId: string | null };

/** Waits until the code is paired, refused or expired. After a refusal the code stays valid for a retry. */
async function waitFor({ context }: Service, code: Code, write: (text: string) => void): Promise<CodeState> {
  for (;;) {
    const state = await findCodeState(context, code.id, code.accountId);
    if (!state) throw toNotFoundError('The code no longer exists.');
    if (state.status !== 'waiting' && state.status !== 'checking') return state;
    const seconds = Math.max(0, Math.ceil((Date.parse(state.expiresAt) - context.now()) / 1000));
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    write(state.status === 'checking' ? 'The site has connected: checking it …' : `Waiting … ${left}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

function describeCodeState({ status, store, refusal }: CodeState): string {
  if (status === 'paired') {
    return `${paint('green', '✓')} ${store?.name ?? 'The site'} is paired as ${paint('bold', store?.slug ?? '')}.`;
  }
  if (status === 'expired') return `${paint('red', '✗')} The code expired. Create a new one.`;
  const again = status === 'refused' ? '\n  Then press "Pair this shop" again: the code is still valid.' : '';
  return `${paint('red', '✗')} ${refusal?.message ?? 'Refused.'}\n  ${refusal?.remedy ?? ''}${again}`;
}
