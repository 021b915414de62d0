import { z } from 'zod';
import { parseJson } from '../../commerce/json/parse-json.ts';
import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/probe.ts';
import { diagnoseCart, type MadeCart } from './agent-platform-cart.ts';
import { findEndpoint } from './agent-platform-profile.ts';
import { warning } from './answers.ts';
import { askAs, type CartClient, transferCart } from './cart-client.ts';
import { feedIdsOf } from './feed-ids.ts';
import { openPage } from './open-page.ts';

interface Playing {
  ask: Probe;
  client: CartClient;
  /** Address of the profile. */
  url: string;
  /** Ids of the merchant's feed; empty for those of the catalog. */
  items: readonly string[];
  query: string;
}

/** Plays the cart client of an agent platform against a store: profile, one cart, its page. The cart is canceled. */
export async function checkAgentPlatform(playing: Playing): Promise<Diagnostic[]> {
  const profile = await findEndpoint(playing.ask, playing.client, playing.url);
  if (!profile.endpoint) return profile.diagnostics;
  const items = await itemsOf(playing, profile.endpoint);
  if (!items.ids) return [...profile.diagnostics, ...items.diagnostics];
  const transferred = await transferCart(playing.ask, playing.client, profile.endpoint, items.ids);
  const cart = diagnoseCart(transferred, items.ids);
  const after = cart.cart ? await afterCart(playing, profile.endpoint, cart.cart) : [];
  return [...profile.diagnostics, ...items.diagnostics, ...cart.diagnostics, ...after];
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

/** Ids of the feed as they were given, or every form of one variant of the catalog. */
async function itemsOf(
  { ask, client, items, query }: Playing,
  endpoint: string,
): Promise<{ diagnostics: Diagnostic[]; ids?: readonly string[] }> {
  if (items.length > 0) return { diagnostics: [], ids: items };
  const probed = await askAs(ask, client, `${endpoint}/catalog/search`, { query });
  const search = probed.kind === 'answer' ? foundProducts.safeParse(parseJson(probed.text)).data : undefined;
  for (const { id: productId, url: productUrl, variants } of search?.products ?? []) {
    const variant = variants.find(({ availability }) => availability?.available !== false);
    if (!variant) continue;
    const { id, sku, barcodes: [{ value: barcode } = { value: undefined }] = [], availability } = variant;
    const isOnly = variants.length === 1;
    const ids = feedIdsOf({ id, productId, productUrl, isOnly, sku, barcode });
    // A cart has one piece of each id.
    return { diagnostics: [USE_OWN_IDS], ids: ids.slice(0, availability?.quantity) };
  }
  return {
    diagnostics: [
      warning(
        'items',
        'No cart was made: the catalog shows nothing that can be bought.',
        `Nothing was found for “${query}”.`,
        'Name ids of your feed: --item <id>, once for each.',
      ),
    ],
  };
}

const USE_OWN_IDS = warning(
  'items',
  'The cart has ids of the catalog, not those of your feed.',
  'The platform sends the ids of the product feed that you gave it.',
  'Check with some of them: --item <id>, once for each.',
);

/** Opens the cart's page as the buyer's browser does, then cancels the cart. */
async function afterCart(
  { ask, client }: Playing,
  endpoint: string,
  { id, continue_url: address }: MadeCart,
): Promise<Diagnostic[]> {
  const page = await openPage(ask, address);
  const canceled = await askAs(ask, client, `${endpoint}/carts/${id}/cancel`, {});
  if (canceled.kind === 'answer' && canceled.status === 200) return [page];
  const left = `The cart ${id} stays until it expires.`;
  return [page, warning('cancel', 'The cart could not be canceled.', left, 'Nothing needs to be done.')];
}
