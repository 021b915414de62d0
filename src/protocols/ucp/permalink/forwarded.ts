import { isSecretParameter, redactText } from '../../../commerce/redact.ts';
import type { LinkQuery } from './read-query.ts';

type Parameter = readonly [name: string, value: string];

const MOST = 30;
const MAX_VALUE_LENGTH = 512;
const ATTRIBUTION = 'attribution/';

/** A slash marks a field of an extension that is not spoken here: it may hold anything about the buyer. */
const NAME = /^[A-Za-z0-9_.~-]{1,64}$/;
/** Whoever forwards addresses feeds redirects: where they lead is not judged here. */
const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;

/** By which campaigns are known. */
const ANALYTICS =
  /^(?:utm_[a-z_]{1,32}|ref|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id|igshid|epik|srsltid|mc_cid|rdt_cid|sccid|irclickid)$/i;

/** What shops do, and do not only show, when it stands in an address. */
const ACTIONS =
  /^(?:add[-_]to[-_]cart|quantity|remove_item|undo_item|order_again|empty[-_]cart|apply_coupon|coupon(?:[-_]code)?|discount|wc-(?:ajax|api)|rest_route|action|preview(?:_.*)?|redirect.*|return.*|next|url|cart.*|checkout.*|payment.*)$/i;

/**
 * What of a link goes on to the checkout: names of campaigns only. A shop reads other parameters of that page as orders to it,
 * and a link is not to change what it was asked to sell.
 */
export function toCheckout(query: LinkQuery): Parameter[] {
  return harmless(query).filter(([name]) => ANALYTICS.test(name));
}

/** And to a page of the shop: all that neither is secret nor does anything. */
export function toShop(query: LinkQuery): Parameter[] {
  return harmless(query).filter(([name]) => !ACTIONS.test(name));
}

/** A continuation's own query is nobody's but the link's either. */
export function harmlessQuery(search: string): Parameter[] {
  const others = [...new URLSearchParams(search)];
  return toShop({ continueTo: undefined, fields: new Map(), others });
}

function harmless({ fields, others }: LinkQuery): Parameter[] {
  const attributed = [...fields].flatMap(([pointer, value]): Parameter[] =>
    pointer.startsWith(ATTRIBUTION) ? [[pointer.slice(ATTRIBUTION.length), value]] : [],
  );
  // What the link says in UCP's own words counts, wherever in the link it says so.
  const said = new Set(attributed.map(([name]) => name));
  return [...attributed, ...others.filter(([name]) => !said.has(name))].filter(isHarmless).slice(0, MOST);
}

function isHarmless([name, value]: Parameter): boolean {
  if (!NAME.test(name) || isSecretParameter(name)) return false;
  return value.length <= MAX_VALUE_LENGTH && !ADDRESS.test(value) && redactText(value) === value;
}
