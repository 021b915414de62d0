import { z } from 'zod';
import { parseJson } from '../../commerce/json/parse-json.ts';
import type { ReadManifest } from '../../commerce/store/published-manifest.ts';
import {
  type Diagnostic,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from '../../merchant/discovery/diagnostic.ts';
import type { Probe, Probed } from '../../outbound/guarded-fetch/ask-whole.ts';
import { readManifest } from '../../protocols/contract/read-manifest.ts';
import { CART } from '../../protocols/ucp/profile/capabilities.ts';
import { countText } from '../shell/format.ts';
import { LOOK_INTO_LOG } from './answers.ts';
import type { CartClient, transferCart } from './cart-client.ts';

interface FoundEndpoint {
  diagnostic: Diagnostic;
  endpoint?: string;
}

/** Reads the profile of the client's version, which an older one's leaf may hold. */
export async function findEndpoint(ask: Probe, client: CartClient, url: string): Promise<FoundEndpoint> {
  const root = await readProfile(ask, client, url);
  if ('diagnostic' in root) return root;
  const leaf = root.olderVersions[client.version];
  if (root.version === client.version || leaf === undefined) return pickEndpoint(root, client, url);
  const older = await readProfile(ask, client, leaf);
  return 'diagnostic' in older ? older : pickEndpoint(older, client, leaf);
}

async function readProfile(ask: Probe, { title }: CartClient, url: string) {
  const probed = await ask(url, { headers: { accept: 'application/json' } });
  if (probed.kind === 'failure') return { diagnostic: diagnoseUnanswered('profile', url, probed.code) };
  const { status, headers } = probed;
  if (status >= 300 && status < 400) {
    const leads = `${url} answers ${status} and leads to ${headers.get('location') ?? 'nowhere'}.`;
    return refuseProfile({
      title: 'The profile is behind a redirect.',
      cause: `${leads} ${title} follows no redirect there.`,
      remedy: 'Serve the profile itself at this address with 200: the recipes marked “direct” do that.',
    });
  }
  const inFront = diagnoseRefusedInFront('profile', 'The profile', probed);
  if (inFront) return { diagnostic: inFront };
  const manifest = readManifest(parseJson(probed.text));
  if (status === 200 && manifest.form === 'official') return manifest;
  return refuseProfile({
    title:
      status === 200
        ? 'There is no profile of official UCP.'
        : `The profile answers ${status} instead of 200.`,
    cause: `Seen at ${url}.`,
    remedy: 'Serve the official profile there: the console shows it on the store’s Discovery page.',
  });
}

function pickEndpoint(manifest: ReadManifest, { title, version }: CartClient, url: string): FoundEndpoint {
  if (manifest.version !== version)
    return refuseProfile({
      title: `The profile does not speak ${version}.`,
      cause: `It names ${manifest.version}, and no address for ${version} under supported_versions. ${title} speaks ${version}.`,
      remedy: `Publish the profile of ${version} too, and name it under supported_versions.`,
    });
  const { rest: endpoint } = manifest.transports;
  const missing = manifest.capabilities.includes(CART) ? [] : [CART];
  if (endpoint === undefined) missing.unshift('a REST endpoint');
  else if (missing.length === 0) {
    const diagnostic = toOkDiagnostic('profile', `The profile at ${url} offers carts in ${version}.`);
    return { diagnostic, endpoint };
  }
  return refuseProfile({
    title: 'The profile offers no carts.',
    cause: `It lacks ${missing.join(' and ')}.`,
    remedy: 'Switch carts on for the store: Capabilities, in the console.',
  });
}

function refuseProfile(texts: Parameters<typeof toProblemDiagnostic>[1]): { diagnostic: Diagnostic } {
  return { diagnostic: toProblemDiagnostic('profile', texts) };
}

const NOT_REPEATED = 'The platform sends a cart once and repeats nothing: the buyer sees an error.';

function diagnoseUnanswered(check: string, what: string, code: string): Diagnostic {
  return toProblemDiagnostic(check, {
    title: `${what} has no answer.`,
    cause: `Nothing came (${code}). ${NOT_REPEATED}`,
    remedy:
      'See that the address is reachable from the internet with a valid certificate, and that no firewall drops requests of servers.',
  });
}

const FIREWALLS: readonly { header: string; value?: RegExp; name: string }[] = [
  { header: 'cf-ray', name: 'Cloudflare' },
  { header: 'x-sucuri-id', name: 'Sucuri' },
  { header: 'x-iinfo', name: 'Imperva' },
  { header: 'server', value: /akamaighost/i, name: 'Akamai' },
  { header: 'server', value: /imunify360/i, name: 'Imunify360' },
  { header: 'x-amzn-waf-action', name: 'AWS WAF' },
];

const REFUSALS = [200, 202, 401, 403, 405, 406, 418, 429, 503];

/** Diagnoses a refusal that a firewall, a proxy or a challenge page made in place of the service; undefined for any other answer. */
function diagnoseRefusedInFront(check: string, what: string, probed: Extract<Probed, { kind: 'answer' }>) {
  const { status, headers, text } = probed;
  const isPage = /html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
  const isChallenge = headers.get('cf-mitigated') === 'challenge' || headers.has('x-amzn-waf-action');
  if (!isChallenge && !(isPage && REFUSALS.includes(status))) return undefined;
  const firewall = FIREWALLS.find(({ header, value = /./ }) => value.test(headers.get(header) ?? ''))?.name;
  return toProblemDiagnostic(check, {
    title: `${what} is answered by something in front of the store.`,
    cause: `${firewall ?? 'A firewall, a proxy or a login page'} answers ${status} with ${isPage ? 'a page for people' : 'a challenge'}, which no agent can read.`,
    remedy: `${firewall ? `In ${firewall}, let` : 'Let'} /.well-known/ucp and the endpoint’s paths pass without a challenge and a limit by address, POST included: the platform’s servers share a few addresses.`,
  });
}

/** A buyer waits for the cart, and the platform for no longer than a page may take. Bounds of this check, in milliseconds. */
const SLOW_MS = 1_000;
const TOO_SLOW_MS = 5_000;

const cartAnswer = z.object({
  id: z.string().min(1),
  currency: z.string(),
  line_items: z.array(z.object({ item: z.object({ id: z.string() }) })),
  continue_url: z.string(),
  messages: z
    .array(z.object({ type: z.string(), code: z.string().optional(), content: z.string().optional() }))
    .default([]),
});

export type MadeCart = z.infer<typeof cartAnswer>;

export function diagnoseCart(transfer: Awaited<ReturnType<typeof transferCart>>, ids: readonly string[]) {
  const { probed, ms } = transfer;
  if (probed.kind === 'failure')
    return { diagnostics: [diagnoseUnanswered('cart', 'POST /carts', probed.code)] };
  const inFront = diagnoseRefusedInFront('cart', 'POST /carts', probed);
  if (inFront) return { diagnostics: [inFront] };
  const body = parseJson(probed.text);
  const cart = cartAnswer.safeParse(body);
  if (![200, 201].includes(probed.status) || !cart.success)
    return { diagnostics: [diagnoseRefusedCart(probed.status, body, cart.error)] };
  return { diagnostics: [diagnoseLines(cart.data, ids), diagnoseLatency(ms)], cart: cart.data };
}

const cartRefusal = z.object({
  content: z.string().optional(),
  messages: z.array(z.object({ content: z.string() })).optional(),
});

function diagnoseRefusedCart(status: number, body: unknown, error: z.ZodError | undefined): Diagnostic {
  const answer = cartRefusal.safeParse(body).data;
  const words = answer?.content ?? answer?.messages?.[0]?.content ?? error?.issues[0]?.path.join('.');
  return toProblemDiagnostic('cart', {
    title: [200, 201].includes(status)
      ? 'POST /carts answers with no cart.'
      : `POST /carts answers ${status} instead of 201.`,
    cause: `${words === undefined ? 'It says nothing about it' : `It says: ${words}`}. ${NOT_REPEATED}`,
    remedy: REMEDIES[status] ?? LOOK_INTO_LOG,
  });
}

const NOT_SOLD = 'See whether the products are still sold, and whether the feed has the ids of this shop.';

const REMEDIES: Readonly<Record<number, string>> = {
  200: NOT_SOLD,
  201: NOT_SOLD,
  400: 'See whether the feed has ids that this store knows: of its variants, or of its pages.',
  401: 'The platform sends no credentials unless you gave it a key: let the request pass without.',
  403: 'Let the platform’s requests pass; with "only": true in UCP_AGENT_PLATFORMS, add it to the file.',
  404: 'See whether the store is connected, and carts are switched on.',
  424: 'The service could not fetch the platform’s profile: let it reach the public internet.',
  429: 'Give the platform a token with the scope agent, or vouch for it in UCP_AGENT_PLATFORMS: its buyers share a few addresses.',
};

function diagnoseLines({ line_items: lines, messages }: MadeCart, ids: readonly string[]): Diagnostic {
  const texts = messages
    .filter(({ type }) => type !== 'info')
    .map(({ content, code }) => content ?? code ?? '');
  const isFine = texts.length === 0;
  const result = 'was made at the first request';
  if (isFine && lines.length === ids.length)
    return toOkDiagnostic('cart', `A cart with ${countText(ids.length, 'id')} ${result}.`);
  // Equal variants share a line.
  if (isFine && lines.length > 0 && lines.length < ids.length)
    return toOkDiagnostic('cart', `A cart ${result}: ${ids.length} ids of ${lines.length} variants.`);
  return toProblemDiagnostic('cart', {
    title: `The cart has ${lines.length} of ${ids.length} items.`,
    cause: isFine ? 'It does not say why.' : `It says: ${texts.join(' ')}`,
    remedy: 'Take what is not sold any more out of the feed, and compare its ids with those of the shop.',
  });
}

function diagnoseLatency(ms: number): Diagnostic {
  const text = `${(ms / 1_000).toFixed(1)} s`;
  if (ms <= SLOW_MS) return toOkDiagnostic('latency', `The cart was there after ${text}.`);
  const diagnose = ms > TOO_SLOW_MS ? toProblemDiagnostic : toWarningDiagnostic;
  return diagnose('latency', {
    title: `The cart took ${text}.`,
    cause: 'The buyer waits for it, and the platform gives up on slow answers.',
    remedy: 'See under Requests how much of it is the shop’s part, and what slows its checkout.',
  });
}
