import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../commerce/call/caller.ts';
import { CommerceError } from '../../../commerce/errors.ts';
import type { AccessDiagnostic } from '../../store-platform.ts';
import type { Transport } from '../../transport/transport.ts';
import type { UpstreamResponse } from '../../transport/upstream.ts';
import { askForCart } from '../carts/ask-for-cart.ts';
import { wooProduct } from '../catalog/wire.ts';
import { explainRefusedInFront } from '../client/firewalls.ts';
import { type Ask, CONNECTOR, parseAnswer, readList } from '../client.ts';
import { cartCreateResponse } from '../connector-wire.ts';
import { plainLine } from '../plain-text.ts';

/** Follows one hand-off as a visitor, in at most nine calls, with a simple product in stock; cart and session are deleted afterwards. */
export async function checkHandOff(ask: Ask, visitor: Visitor): Promise<AccessDiagnostic[]> {
  const product = await findProduct(ask);
  if (product === undefined) return [];
  const cart_id = randomUUID();
  try {
    const body = { cart_id, items: [{ id: product, quantity: 1 }], check: true };
    const { checkout_url } = parseAnswer(cartCreateResponse, await askForCart(ask, body));
    return [diagnoseArrival(await visitor.open(checkout_url))];
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    // Goods that this shop does not sell alone prove nothing of the others.
    if (error.kind === 'item_unavailable' || error.kind === 'unknown_item') return [];
    const title =
      error.kind === 'store_closed'
        ? 'The shop is in "coming soon" mode: nothing can be ordered there.'
        : `A test of the checkout failed, so agents cannot sell: ${error.failure?.message ?? error.message}`;
    return [{ level: 'problem', title }];
  } finally {
    // Older plugins empty the cart, which then expires.
    const [body, cookies] = [{ cart_id, items: [], check: true }, visitor.cookies()];
    await ask({ path: `${CONNECTOR}/cart/create`, body, ...(cookies && { cookies }) }).catch((error) => {
      if (!(error instanceof CommerceError)) throw error;
    });
  }
}

const entry = wooProduct.pick({ id: true, purchasable: true, price: true });

async function findProduct(ask: Ask): Promise<number | undefined> {
  const params = { status: 'publish', type: 'simple', stock_status: 'instock', per_page: 10 };
  const { entries } = await readList(ask, '/products', entry, params);
  return entries.find(({ purchasable, price }) => purchasable && price !== '')?.id;
}

/** Marks of WooCommerce's own checkouts; the first is a class of the page's body in every theme. */
const CHECKOUT = /\bwoocommerce-checkout\b|wp-block-woocommerce-checkout|\bid="place_order"/;

/** Address of a file of a plugin that closes sites: its page has any title. */
const MAINTENANCE_ASSET =
  /\/wp-content\/plugins\/[\w-]{0,60}(?:maintenance|coming-soon|under-construction)[\w-]{0,60}\//;

type Wall = AccessDiagnostic & { isAt(arrival: Arrival & { title: string }): boolean };

/** The first that stands there is named. */
const WALLS: readonly Wall[] = [
  {
    isAt: ({ url, text }) => url.pathname.endsWith('/wp-login.php') || /\b(?:id|name)="loginform"/.test(text),
    wall: 'log_in',
    level: 'problem',
    title: 'Buyers must log in to your site before they reach the checkout.',
    remedy:
      'In the plugin that closes your site to guests (Force Login, a membership plugin), exempt the checkout page and addresses with ?ucp_cart=, or turn it off.',
  },
  {
    isAt: ({ url, text }) =>
      /\/my-account\//.test(url.pathname) || /woocommerce-form-(?:login|register)\b/.test(text),
    wall: 'account',
    level: 'problem',
    title: 'Buyers are sent to "My account" instead of the checkout: they must register or log in first.',
    remedy:
      'Under WooCommerce, Settings, Accounts & Privacy, allow orders without an account. If that is on, turn off the rule of your theme or of a plugin that asks for registration.',
  },
  {
    isAt: ({ status, title, text }) =>
      status === 503 ||
      /maintenance|coming soon|under construction/i.test(title) ||
      MAINTENANCE_ASSET.test(text),
    wall: 'maintenance',
    level: 'problem',
    title: 'Your site shows buyers a maintenance page instead of the checkout.',
    remedy: 'Turn off maintenance or "coming soon" mode, or exempt the checkout page in that plugin.',
  },
  {
    isAt: ({ url, text }) => /age[-_]?(?:gate|verif|check|restrict)/i.test(url.pathname + text),
    wall: 'age_gate',
    level: 'warning',
    title: 'An age gate stands in front of the checkout: buyers see it before their order.',
    remedy:
      'In the settings of the age gate, exempt the checkout page, if the law where you sell allows it; the gate must lead on to the checkout.',
  },
];

function diagnoseArrival(page: Arrival): AccessDiagnostic {
  const { status, text, elsewhere, url } = page;
  if (elsewhere !== undefined)
    return {
      level: 'problem',
      title: `The link of an order redirects buyers to another host (${plainLine(elsewhere)}).`,
      remedy:
        'In WordPress, check both addresses under Settings, General, and plugins that redirect visitors, by country for example.',
      wall: 'other',
    };
  if (status === 200 && CHECKOUT.test(text))
    return { level: 'ok', title: 'Buyers who open the link of an order reach the checkout.' };
  const title = plainLine(/<title[^<>]{0,200}>([^<]{0,200})/i.exec(text)?.[1] ?? '');
  const wall = WALLS.find(({ isAt }) => isAt({ ...page, title }));
  if (wall) {
    const { isAt: _, ...diagnostic } = wall;
    return diagnostic;
  }
  if (status === 401 || status === 403 || status === 406 || status === 429)
    return {
      level: 'warning',
      title: `The checkout page answers this service with ${status}; buyers may be refused likewise.`,
      remedy: explainRefusedInFront(page),
      wall: 'firewall',
    };
  const isPage = status >= 200 && status < 300;
  const name = title === '' ? url.pathname : `"${title}"`;
  return {
    level: isPage ? 'warning' : 'problem',
    title: isPage
      ? `Buyers may not reach the checkout: the link of an order leads to ${name}.`
      : `Buyers do not reach the checkout: the link of an order leads to an answer with status ${status}.`,
    remedy:
      'Open your shop in a private window, put something into the cart and go to the checkout. If a page stands in between, turn it off for guests.',
    wall: 'other',
  };
}

interface Arrival extends UpstreamResponse {
  url: URL;
  /** Another host to which the last answer redirects; not followed. */
  elsewhere?: string;
}

export type Visitor = ReturnType<typeof createVisitor>;

const MAX_REDIRECTS = 5;
const MAX_TEXT = 500_000;

/** Visits pages of the shop as a browser does: without keys, with the cookies that it gets. `hosts`: the shop's own, on which it follows redirects. */
export function createVisitor(transport: Transport, hosts: readonly string[], caller: Caller) {
  const cookies = new Map<string, string>();
  const render = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const get = async (url: URL) => {
    const { status, headers, text } = await transport({
      operation: 'GET checkout page',
      method: 'GET',
      url: url.href,
      headers: {
        accept: 'text/html',
        'user-agent': 'Mozilla/5.0 (compatible; ucp-host)',
        ...(cookies.size > 0 ? { cookie: render() } : {}),
      },
      repeatable: false,
      anyStatus: true,
      caller,
    });
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      const [name = '', ...value] = pair.trim().split('=');
      if (name !== '') cookies.set(name, value.join('='));
    }
    return { url, status, headers, text: text.slice(0, MAX_TEXT) };
  };
  const follow = async (url: URL, left: number): Promise<Arrival> => {
    const arrival = await get(url);
    const location = arrival.status >= 300 && arrival.status < 400 && arrival.headers.get('location');
    if (!location || !URL.canParse(location, url.href) || left === 0) return arrival;
    const next = new URL(location, url.href);
    return hosts.includes(next.host) ? follow(next, left - 1) : { ...arrival, elsewhere: next.host };
  };
  return { open: (address: string) => follow(new URL(address), MAX_REDIRECTS), cookies: render };
}
