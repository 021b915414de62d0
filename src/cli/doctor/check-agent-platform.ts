import { z } from 'zod';
import { parseJson } from '../../commerce/json/parse-json.ts';
import { isLoopback } from '../../commerce/network/local-hosts.ts';
import {
  type Diagnostic,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/ask-whole.ts';
import { diagnoseCart, findEndpoint, type MadeCart } from './agent-platform-answers.ts';
import { askAs, type CartClient, toFeedIds, transferCart } from './cart-client.ts';

interface Playing {
  ask: Probe;
  client: CartClient;
  url: string;
  /** Ids of the merchant's feed; empty for the catalog's ids. */
  items: readonly string[];
  query: string;
}

/** Plays the cart client of an agent platform against a store: profile, one cart, its page. The cart is canceled. */
export async function checkAgentPlatform(playing: Playing): Promise<Diagnostic[]> {
  const { ask, client, url, items, query } = playing;
  const { diagnostic, endpoint } = await findEndpoint(ask, client, url);
  if (endpoint === undefined) return [diagnostic];
  const ids = items.length > 0 ? items : await askForCatalogIds(playing, endpoint);
  if (!ids) {
    const nothing = toWarningDiagnostic('items', {
      title: 'No cart was made: the catalog shows nothing that can be bought.',
      cause: `Nothing was found for “${query}”.`,
      remedy: 'Name ids of your feed: --item <id>, once for each.',
    });
    return [diagnostic, nothing];
  }
  const { diagnostics, cart } = diagnoseCart(await transferCart(ask, client, endpoint, ids), ids);
  return [
    diagnostic,
    ...(items.length > 0 ? [] : [USE_OWN_IDS]),
    ...diagnostics,
    ...(cart ? await openAndCancel(playing, endpoint, cart) : []),
  ];
}

const foundProducts = z.object({
  products: z.array(
    z.object({
      id: z.string(),
      url: z.url().optional(),
      variants: z.array(
        z.object({
          id: z.string(),
          sku: z.string().optional(),
          barcodes: z.array(z.object({ value: z.string() })).optional(),
          availability: z
            .object({ available: z.boolean().optional(), quantity: z.number().optional() })
            .optional(),
        }),
      ),
    }),
  ),
});

/** Returns every form of the id of one variant that can be bought; undefined without one. */
async function askForCatalogIds({ ask, client, query }: Playing, endpoint: string) {
  const probed = await askAs(ask, client, `${endpoint}/catalog/search`, { query });
  const search = probed.kind === 'answer' ? foundProducts.safeParse(parseJson(probed.text)).data : undefined;
  for (const { id: productId, url: productUrl, variants } of search?.products ?? []) {
    const variant = variants.find(({ availability }) => availability?.available !== false);
    if (!variant) continue;
    const { id, sku, barcodes, availability } = variant;
    const isOnly = variants.length === 1;
    const ids = toFeedIds({ id, productId, productUrl, isOnly, sku, barcode: barcodes?.[0]?.value });
    // A cart has one piece of each id.
    return ids.slice(0, availability?.quantity);
  }
  return undefined;
}

const USE_OWN_IDS = toWarningDiagnostic('items', {
  title: 'The cart has ids of the catalog, not those of your feed.',
  cause: 'The platform sends the ids of the product feed that you gave it.',
  remedy: 'Check with some of them: --item <id>, once for each.',
});

async function openAndCancel({ ask, client }: Playing, endpoint: string, { id, ...cart }: MadeCart) {
  const page = await openPage(ask, cart.continue_url);
  const canceled = await askAs(ask, client, `${endpoint}/carts/${id}/cancel`, {});
  if (canceled.kind === 'answer' && canceled.status === 200) return [page];
  const left = toWarningDiagnostic('cancel', {
    title: 'The cart could not be canceled.',
    cause: `The cart ${id} stays until it expires.`,
    remedy: 'Nothing needs to be done.',
  });
  return [page, left];
}

const MAX_REDIRECTS = 5;

/** Opens a page in a browser that has never been there: redirects and cookies are followed. */
async function openPage(ask: Probe, address: string): Promise<Diagnostic> {
  const cookies = new Map<string, string>();
  let next = URL.parse(address);
  for (let hops = 0; next && hops <= MAX_REDIRECTS; hops += 1) {
    const page: Diagnostic | URL | null = await visit(ask, next, cookies);
    if (page && 'check' in page) return page;
    next = page;
  }
  return diagnoseBroken(next?.host ?? address, next ? 'it redirects without end' : 'it is no address');
}

/** Returns the next address, or the diagnostic of the last. */
async function visit(ask: Probe, url: URL, cookies: Map<string, string>): Promise<Diagnostic | URL | null> {
  const { protocol, hostname, host, href } = url;
  if (protocol !== 'https:' && !isLoopback(hostname))
    return toProblemDiagnostic('page', {
      title: 'The buyer’s page is not encrypted.',
      cause: `continue_url leads to ${host} over http.`,
      remedy: 'Set the address of the shop to https.',
    });
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const probed = await ask(href, { headers: { accept: 'text/html', ...(cookie && { cookie }) } });
  if (probed.kind === 'failure') return diagnoseBroken(host, `nothing came (${probed.code})`);
  const { status, headers } = probed;
  if (status < 300) return toOkDiagnostic('page', `The buyer’s page opens at ${host}.`);
  if (status >= 400) return diagnoseBroken(host, `it answers ${status}`);
  for (const line of headers.getSetCookie()) {
    const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined) cookies.set(name.trim(), (value ?? '').trim());
  }
  return URL.parse(headers.get('location') ?? '', href);
}

function diagnoseBroken(host: string, seen: string): Diagnostic {
  return toProblemDiagnostic('page', {
    title: 'The buyer’s page does not open.',
    cause: `continue_url leads to ${host}, and ${seen}.`,
    remedy:
      'Open the shop’s checkout page in a private window, without a password or a “coming soon” page before it.',
  });
}
