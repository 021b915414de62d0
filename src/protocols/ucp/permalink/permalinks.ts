import { CommerceError } from '../../../commerce/errors.ts';
import { PERMALINK_AGENT } from '../../../commerce/policy/agents.ts';
import { isOn } from '../../../commerce/store/capabilities.ts';
import { admitCall } from '../../../operations/call/admit-call.ts';
import type { StoreContext } from '../../../operations/call/store-context.ts';
import { toRejectedCodeStats } from '../../call-stats.ts';
import { createNotFoundError } from '../../invoke.ts';
import type { BrowserAnswer, Permalinks, Visit } from '../../protocol.ts';
import { ProtocolError } from '../../protocol-error.ts';
import { getAddressesAt, PERMALINK_PATH } from '../profile/links.ts';
import {
  type Begun,
  beginCheckout,
  findNumbersOfProducts,
  getHandOver,
  resolveRequestedItems,
} from './begin-checkout.ts';
import {
  type ContinueTo,
  filterCheckoutParameters,
  filterHarmlessQuery,
  filterShopParameters,
  getFrontPage,
  parseProductPage,
  readContinueTo,
  resolveShopPage,
  withParameters,
} from './destination.ts';
import { createMalformedError, isPermalinkErrorName, TOO_LONG } from './permalink-errors.ts';
import {
  BASE_ROOTS,
  decodeOnce,
  type LinkedItem,
  type LinkQuery,
  readBuyer,
  readCodes,
  readItemFields,
  readItems,
  readLinkCountry,
  readLinkFulfillment,
  readQuery,
} from './read-link.ts';
import { PAGE_HEADERS, PRIVATE_HEADERS, refuse, renderErrorPage, renderPreviewPage } from './refuse.ts';
import { isBackgroundLoad, isPreview, readBrowser, rememberBrowser } from './visits.ts';

const MAX_LINK_LENGTH = 8_192;
const PROBLEM = /^\/problem\/([a-z-]+)$/;

/** `dev.ucp.shopping.permalink` of 2026-08-25: links that lead to the shop's prefilled checkout. */
export const permalinks: Permalinks = { path: PERMALINK_PATH, open, refuse };

interface Link {
  items: LinkedItem[];
  query: LinkQuery;
  continueTo: ContinueTo | undefined;
  endpoint: string;
}

async function open(context: StoreContext | undefined, visit: Visit): Promise<BrowserAnswer> {
  if (!context || !isOn(context.store.switches, 'checkout')) throw createNotFoundError();
  const { store } = context;
  const problem = PROBLEM.exec(visit.below.split('?', 1)[0] ?? '')?.[1];
  if (problem !== undefined) {
    if (!isPermalinkErrorName(problem)) throw createNotFoundError();
    return { status: 200, headers: PAGE_HEADERS, body: renderErrorPage(problem, store) };
  }
  if (isBackgroundLoad(visit))
    throw new ProtocolError(403, 'not_a_navigation', 'Open a permalink in a browser tab: it is for buyers.');
  if (isPreview(visit)) return { status: 200, headers: PAGE_HEADERS, body: renderPreviewPage(store) };
  const buying = { ...context, caller: { ...context.caller, agent: PERMALINK_AGENT } };
  await admitCall(buying, 'GET /buy/{items}');
  const link = readLink(buying, visit);
  return follow({ ...buying, country: readLinkCountry(link.query.fields) }, visit, link);
}

function readLink(context: Pick<StoreContext, 'baseUrl' | 'store'>, visit: Visit): Link {
  const { below } = visit;
  if (below.length > MAX_LINK_LENGTH) throw createTooLongError();
  const split = below.indexOf('?');
  const path = decodeOnce(split === -1 ? below : below.slice(0, split));
  if (path === undefined) throw createMalformedError('The link’s path cannot be read as text.');
  const { switches } = context.store;
  const roots = new Set(BASE_ROOTS);
  if (isOn(switches, 'discount')) roots.add('discounts');
  if (isOn(switches, 'fulfillment')) roots.add('fulfillment');
  const query = readQuery(split === -1 ? '' : below.slice(split + 1), roots);
  const endpoint = getAddressesAt(context, visit).permalink;
  const items = path === '' || path === '/' ? readItemFields(query.fields) : readItems(path.slice(1));
  return { items, query, continueTo: readContinueTo(query.continueTo, endpoint), endpoint };
}

function createTooLongError(): ProtocolError {
  const message = `A link may have ${MAX_LINK_LENGTH} characters after its endpoint.`;
  return new ProtocolError(414, TOO_LONG, message);
}

/**
 * Redirects to the checkout when a session can be created, else to the preferred destination, else to the front page. The
 * checkout wins over the preference, because the link's cart exists at the payment page only.
 */
async function follow(context: StoreContext, visit: Visit, link: Link): Promise<BrowserAnswer> {
  const { query, continueTo } = link;
  if (link.items.length === 0) return toShopPage(context, link);
  try {
    const begun = await begin(context, visit, link);
    if ('choose' in begun) return toChoice(context, link, begun.choose);
    const { session, browser, created } = begun;
    const location = withParameters(getHandOver(session), filterCheckoutParameters(query));
    return {
      ...redirect(location, { 'set-cookie': rememberBrowser(browser, link.endpoint) }),
      sessionId: session.id,
      callStats: created ? toRejectedCodeStats(session) : undefined,
    };
  } catch (error) {
    if (continueTo && error instanceof CommerceError && ABOUT_GOODS.has(error.kind))
      return toShopPage(context, link);
    throw error;
  }
}

/**
 * Reads numbers as variants' until the shop refuses them, so that a sellable link costs no extra call. Each number is read
 * again at most once.
 */
async function begin(
  context: StoreContext,
  visit: Visit,
  link: Link,
  productNumbers: ReadonlySet<string> = new Set(),
): Promise<Begun | { choose: string }> {
  const { items, query } = link;
  const requested = await resolveRequestedItems(context, items, productNumbers);
  if ('choose' in requested) return requested;
  const fields = {
    discountCodes: readCodes(query.fields),
    fulfillment: readLinkFulfillment(query.fields),
    ...readBuyer(query.fields),
  };
  const unread = items.filter(({ id }) => !productNumbers.has(id));
  const content = { lines: requested.lines, ...fields };
  const begun = await beginCheckout(context, readBrowser(visit), content, (refusals) =>
    findNumbersOfProducts(context, unread, refusals),
  );
  if (!('productNumbers' in begun)) return begun;
  return begin(context, visit, link, new Set([...productNumbers, ...begun.productNumbers]));
}

function redirect(location: string, more: Record<string, string> = {}): BrowserAnswer {
  return { status: 303, headers: { ...PRIVATE_HEADERS, location, ...more } };
}

function toShopPage({ store }: Pick<StoreContext, 'store'>, { query, continueTo }: Link): BrowserAnswer {
  const page = continueTo ? resolveShopPage(store, continueTo.path) : getFrontPage(store);
  if (!page) throw createNotFoundError();
  return redirect(
    withParameters(page, [...filterShopParameters(query), ...filterHarmlessQuery(continueTo?.search ?? '')]),
  );
}

/** Leads to the product's page, where its variants are chosen. */
function toChoice(context: Pick<StoreContext, 'store'>, link: Link, address: string): BrowserAnswer {
  const page = parseProductPage(context.store, address);
  return page ? redirect(withParameters(page, filterShopParameters(link.query))) : toShopPage(context, link);
}

const ABOUT_GOODS = new Set(['unknown_item', 'item_unavailable', 'address_undeliverable', 'invalid_input']);
