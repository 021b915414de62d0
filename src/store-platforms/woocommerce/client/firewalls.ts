import type { ShopFailure } from '../../../commerce/store/shop-failure.ts';
import type { UpstreamResponse } from '../../transport/upstream.ts';

/** `allow`: sentence on the setting that lets calls through. */
type Firewall = Record<'name' | 'allow', string>;

/** Firewalls that refuse calls by address, by a header of their answers. */
const BY_HEADER: readonly (Firewall & { header: string; value?: RegExp })[] = [
  {
    header: 'cf-ray',
    name: 'Cloudflare',
    allow:
      'In Cloudflare, under Security, WAF, add a rule that skips all others where the path begins with /wp-json/ and the header User-Agent is ucp-host',
  },
  {
    header: 'x-sucuri-id',
    name: 'Sucuri',
    allow: 'In Sucuri, under Access Control, allow the path /wp-json/ and the address of this service',
  },
  {
    header: 'server',
    value: /imunify360/i,
    name: 'Imunify360',
    allow: 'Have the hosting company add the address of this service to the white list of Imunify360',
  },
];
const WORDFENCE: Firewall & { page: RegExp } = {
  page: /wordfence|your access to this (?:site|service) has been limited/i,
  name: 'Wordfence',
  allow:
    'In Wordfence, under Firewall, All Firewall Options, add the address of this service to the allowlisted addresses that bypass all rules',
};
const ANY: Firewall = {
  name: 'a firewall, a security plugin',
  allow: 'Let /wp-json/ through for the header User-Agent: ucp-host, or for the address of this service',
};

/** Sentences that name what has refused a call in front of WordPress, and what to set in it. */
export function explainRefusedInFront({ headers, text }: Pick<UpstreamResponse, 'headers' | 'text'>): string {
  const firewall = BY_HEADER.find(({ header, value = /./ }) => value.test(headers.get(header) ?? ''));
  const { name, allow } = firewall ?? (WORDFENCE.page.test(text) ? WORDFENCE : ANY);
  return `Something in front of the store (${name}) refuses the calls. ${allow}: all agents come from this one address.`;
}

/** Remedy where the shop’s answers ask for fewer calls; undefined for any other failure. */
export function getRemedyOfLimit({ cause, message }: ShopFailure): string | undefined {
  const { allow } = WORDFENCE.page.test(message) ? WORDFENCE : ANY;
  if (cause !== 'throttled' && allow === ANY.allow) return undefined;
  return `${allow}, or raise the limit: all agents come from this one address.`;
}
