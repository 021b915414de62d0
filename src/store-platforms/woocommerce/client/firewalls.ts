/** Firewalls that refuse calls by address, by a header of their answers; `allow` says what to set in them. */
const FIREWALLS: readonly { header: string; value?: RegExp; name: string; allow: string }[] = [
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
const ANY = {
  name: 'a firewall, a security plugin',
  allow: 'Let /wp-json/ through for the header User-Agent: ucp-host, or for the address of this service',
};

/** Sentences that name what has refused a call in front of WordPress, and what to set in it. */
export function refusedInFront(headers: Headers): string {
  const { name, allow } =
    FIREWALLS.find(({ header, value = /./ }) => value.test(headers.get(header) ?? '')) ?? ANY;
  return `Something in front of the store (${name}) refuses the calls. ${allow}: all agents come from this one address.`;
}
