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
import { isBackgroundLoad, isPreview, readBrowser, rememberBrowser } from './visits.ts';

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
