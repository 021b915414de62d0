import { z } from 'zod';
import { parseJson } from '../../commerce/json/parse-json.ts';
import { type Diagnostic, toWarningDiagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/ask-whole.ts';
import { diagnoseCart, type MadeCart } from './agent-platform-cart.ts';
import { findEndpoint } from './agent-platform-profile.ts';
import { askAs, type CartClient, transferCart } from './cart-client.ts';
import { toFeedIds } from './feed-ids.ts';
import { openPage } from './open-page.ts';

interface Playing {
  ask: Probe;
  client: CartClient;
  /** Address of the profile. */
  url: string;
  /** Ids of the merchant's feed; empty for the catalog's ids. */
  items: readonly string[];
  query: string;
}

/** Plays the cart client of an agent platform against a store: profile, one cart, its page. The cart is canceled. */
export async function checkAgentPlatform(playing: Playing): Promise<Diagnostic[]> {
  const { ask, client, url, items } = playing;
  const { diagnostic, endpoint } = await findEndpoint(ask, client, url);
  if (endpoint === undefined) return [diagnostic];
  const ids = items.length > 0 ? items : await askForCatalogIds(playing, endpoint);
  const source = items.length > 0 ? [] : [ids ? USE_OWN_IDS : diagnoseNothingToBuy(playing)];
  if (!ids) return [diagnostic, ...source];
  const transferred = await transferCart(ask, client, endpoint, ids);
  const { diagnostics, cart } = diagnoseCart(transferred, ids);
  return [
    diagnostic,
    ...source,
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
async function askForCatalogIds(
  { ask, client, query }: Playing,
  endpoint: string,
): Promise<string[] | undefined> {
  const probed = await askAs(ask, client, `${endpoint}/catalog/search`, { query });
  const search = probed.kind === 'answer' ? foundProducts.safeParse(parseJson(probed.text)).data : undefined;
  for (const { id: productId, url: productUrl, variants } of search?.products ?? []) {
    const variant = variants.find(({ availability }) => availability?.available !== false);
    if (!variant) continue;
    const { id, sku, barcodes: [{ value: barcode } = { value: undefined }] = [], availability } = variant;
    const isOnly = variants.length === 1;
    const ids = toFeedIds({ id, productId, productUrl, isOnly, sku, barcode });
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

function diagnoseNothingToBuy({ query }: Playing): Diagnostic {
  return toWarningDiagnostic('items', {
    title: 'No cart was made: the catalog shows nothing that can be bought.',
    cause: `Nothing was found for “${query}”.`,
    remedy: 'Name ids of your feed: --item <id>, once for each.',
  });
}

/** Opens the cart's page as the buyer's browser does, then cancels the cart. */
async function openAndCancel(
  { ask, client }: Playing,
  endpoint: string,
  { id, continue_url: address }: MadeCart,
): Promise<Diagnostic[]> {
  const page = await openPage(ask, address);
  const canceled = await askAs(ask, client, `${endpoint}/carts/${id}/cancel`, {});
  if (canceled.kind === 'answer' && canceled.status === 200) return [page];
  const left = toWarningDiagnostic('cancel', {
    title: 'The cart could not be canceled.',
    cause: `The cart ${id} stays until it expires.`,
    remedy: 'Nothing needs to be done.',
  });
  return [page, left];
}
