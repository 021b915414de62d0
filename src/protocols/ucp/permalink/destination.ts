import { getStorefrontUrl, type Store } from '../../../commerce/store/store.ts';
import { isSecretParameter, redactText } from '../../../commerce/text/redact.ts';
import type { LinkQuery } from './read-link.ts';

/** The shop's front page; undefined when its description has no valid URL. */
export function getFrontPage(store: Store): URL | undefined {
  const url = URL.parse(getStorefrontUrl(store));
  return url && isWeb(url) ? url : undefined;
}

/** Resolves a link's path on the store's first host, below the shop's folder: the link's own origin has no pages for buyers. */
export function resolveShopPage(store: Store, path: string): URL | undefined {
  const front = getFrontPage(store);
  return front && (URL.parse(front.href.replace(/\/$/, '') + path) ?? undefined);
}

export function parseProductPage({ description }: Store, address: string): URL | undefined {
  const url = URL.parse(address);
  return url && isWeb(url) && description.hosts.includes(url.host) ? url : undefined;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

/** Appends parameters without rewriting the query, which may hold a secret. */
export function withParameters(url: URL, parameters: readonly (readonly [string, string])[]): string {
  const has = new Set(url.searchParams.keys());
  const more = parameters
    .filter(([name]) => !has.has(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  if (more.length === 0) return url.href;
  const start = url.search === '' ? '?' : `${url.search}&`;
  return `${url.origin}${url.pathname}${start}${more.join('&')}${url.hash}`;
}

type Parameter = readonly [name: string, value: string];

const MAX_PARAMETERS = 30;
const MAX_VALUE_LENGTH = 512;
const ATTRIBUTION = 'attribution/';

/** A name without a slash: fields of unknown extensions may hold personal data. */
const NAME = /^[A-Za-z0-9_.~-]{1,64}$/;
/** Values that are URLs are dropped: they could feed an open redirect of the shop. */
const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;

/** Parameters of campaigns. */
const ANALYTICS =
  /^(?:utm_[a-z_]{1,32}|ref|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id|igshid|epik|srsltid|mc_cid|rdt_cid|sccid|irclickid)$/i;

/** Parameters by which shops act. */
const ACTIONS =
  /^(?:add[-_]to[-_]cart|quantity|remove_item|undo_item|order_again|empty[-_]cart|apply_coupon|coupon(?:[-_]code)?|discount|wc-(?:ajax|api)|rest_route|action|preview(?:_.*)?|redirect.*|return.*|next|url|cart.*|checkout.*|payment.*)$/i;

/** Forwards campaign parameters only: a shop may read any other parameter of its checkout as a command. */
export function filterCheckoutParameters(query: LinkQuery): Parameter[] {
  return filterHarmless(query).filter(([name]) => ANALYTICS.test(name));
}

/** Forwards to a page of the shop everything that is neither secret nor a command. */
export function filterShopParameters(query: LinkQuery): Parameter[] {
  return filterHarmless(query).filter(([name]) => !ACTIONS.test(name));
}

/** Filters the query of the preferred destination, which the link's author controls too. */
export function filterHarmlessQuery(search: string): Parameter[] {
  const others = [...new URLSearchParams(search)];
  return filterShopParameters({ continueTo: undefined, fields: new Map(), others });
}

function filterHarmless({ fields, others }: LinkQuery): Parameter[] {
  const attributed = [...fields].flatMap(([pointer, value]): Parameter[] =>
    pointer.startsWith(ATTRIBUTION) ? [[pointer.slice(ATTRIBUTION.length), value]] : [],
  );
  // Fields of UCP win over plain parameters of the same name.
  const attributedNames = new Set(attributed.map(([name]) => name));
  return [...attributed, ...others.filter(([name]) => !attributedNames.has(name))]
    .filter(isHarmless)
    .slice(0, MAX_PARAMETERS);
}

function isHarmless([name, value]: Parameter): boolean {
  if (!NAME.test(name) || isSecretParameter(name)) return false;
  return value.length <= MAX_VALUE_LENGTH && !ADDRESS.test(value) && redactText(value) === value;
}
