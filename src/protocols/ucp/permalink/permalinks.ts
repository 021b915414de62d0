import { CommerceError } from '../../../commerce/errors.ts';
import { PERMALINK_AGENT } from '../../../commerce/policy/agents.ts';
import { isOn } from '../../../commerce/store/capabilities.ts';
import { admitCall } from '../../../operations/call/admit-call.ts';
import type { StoreContext } from '../../../operations/call/store-context.ts';
import { toRejectedCodeStats } from '../../call-stats.ts';
import { createNotFoundError } from '../../invoke.ts';
import type { BrowserAnswer, Permalinks, Visit } from '../../protocol.ts';
import { ProtocolError } from '../../protocol-error.ts';
import { PERMALINK_PATH } from '../profile/links.ts';
import { beginCheckout, getHandOver } from './begin-checkout.ts';
import {
  filterCheckoutParameters,
  filterHarmlessQuery,
  filterShopParameters,
  getFrontPage,
  parseProductPage,
  resolveShopPage,
  withParameters,
} from './destination.ts';
import { isPermalinkErrorName } from './permalink-errors.ts';
import { type Link, readLink } from './read-link.ts';
import { PAGE_HEADERS, PRIVATE_HEADERS, refuse, renderErrorPage, renderPreviewPage } from './refuse.ts';

/** `dev.ucp.shopping.permalink` of 2026-08-25: links that lead to the shop's prefilled checkout. */
export const permalinks: Permalinks = { path: PERMALINK_PATH, open, refuse };

async function open(context: StoreContext | undefined, visit: Visit): Promise<BrowserAnswer> {
  if (!context || !isOn(context.store.switches, 'checkout')) throw createNotFoundError();
  const { store } = context;
  const [, problem] = /^\/problem\/([a-z-]+)(?:$|\?)/.exec(visit.below) ?? [];
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
  return follow({ ...buying, country: link.country }, visit, link);
}

/** The checkout wins over the preferred destination, because the link's cart exists at the payment page only. */
async function follow(context: StoreContext, visit: Visit, link: Link): Promise<BrowserAnswer> {
  const { query, continueTo } = link;
  if (link.items.length === 0) return toShopPage(context, link);
  try {
    const begun = await beginCheckout(context, readBrowser(visit), link);
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

function redirect(location: string, more: Record<string, string> = {}): BrowserAnswer {
  return { status: 303, headers: { ...PRIVATE_HEADERS, location, ...more } };
}

function toShopPage({ store }: Pick<StoreContext, 'store'>, { query, continueTo }: Link): BrowserAnswer {
  const page = continueTo ? resolveShopPage(store, continueTo.path) : getFrontPage(store);
  if (!page) throw createNotFoundError();
  const parameters = [...filterShopParameters(query), ...filterHarmlessQuery(continueTo?.search ?? '')];
  return redirect(withParameters(page, parameters));
}

/** Leads to the product's page, where its variants are chosen. */
function toChoice(context: Pick<StoreContext, 'store'>, link: Link, address: string): BrowserAnswer {
  const page = parseProductPage(context.store, address);
  return page ? redirect(withParameters(page, filterShopParameters(link.query))) : toShopPage(context, link);
}

const ABOUT_GOODS = new Set(['unknown_item', 'item_unavailable', 'address_undeliverable', 'invalid_input']);

/** User-Agents of crawlers and link previews, but neither browsers within apps nor Cubot phones. */
const PREVIEW_CLIENT =
  /(?<!\bcu)bot\b|crawl|spider|slurp|facebookexternalhit|facebookcatalog|meta-external|whatsapp\/|skypeuripreview|\bpreview|embedly|iframely|vkshare|linkexpanding|google-read-aloud|googleother|google-inspectiontool|mediapartners|safelinks|urlscan|virustotal|proofpoint|mimecast|chatgpt-user|claude-user|perplexity-user/i;

const PREFETCH = /prefetch|prerender|preview/i;
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Values of Sec-Fetch-Dest of an opened page and of a client that is no browser. */
const PAGE_DESTINATIONS = new Set(['document', 'empty']);

/** True for a client that previews a link; it gets a description and creates nothing. */
function isPreview({ headers, sentRequest }: Visit): boolean {
  return sentRequest().method === 'HEAD' || PREVIEW_CLIENT.test(String(headers['user-agent'] ?? ''));
}

/** True for prefetching and for loading a link as an image or a frame. */
function isBackgroundLoad({ headers }: Visit): boolean {
  if (PURPOSE_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? '')))) return true;
  const place = headers['sec-fetch-dest'];
  return place !== undefined && !PAGE_DESTINATIONS.has(String(place).toLowerCase());
}

/** Cookie that ties a reload, a second tap or the way back to the same checkout. */
const NAME = 'ucp_permalink';
const SECONDS = 120;
const COOKIE = /(?:^|;\s*)ucp_permalink=([0-9a-f-]{36})(?:;|$)/;

/** Returns the cookie's id. Two people who scan one code in one room may share address and User-Agent. */
function readBrowser({ headers }: Visit): string | undefined {
  return COOKIE.exec(String(headers.cookie ?? ''))?.[1];
}

function rememberBrowser(name: string, endpoint: string): string {
  const { pathname, protocol } = new URL(endpoint);
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${NAME}=${name}; Path=${pathname}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
