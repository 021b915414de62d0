import type { Caller } from '../../../commerce/call/caller.ts';
import type { Transport } from '../../transport/transport.ts';

/** Page at which a visitor arrives. */
export interface Arrival {
  url: URL;
  status: number;
  headers: Headers;
  text: string;
  /** Another host to which the last answer redirects; not followed. */
  elsewhere?: string;
}

export interface Visitor {
  /** Follows redirects on the hosts of the shop. Throws what the transport does. */
  open(address: string): Promise<Arrival>;
  /** Cookies that the shop has set, as a request sends them; empty without any. */
  cookies(): string;
}

const MAX_REDIRECTS = 5;
/** Characters of a page that are looked at. */
const MAX_TEXT = 500_000;

/** Visits pages of the shop as a browser does: without keys, with the cookies that it gets. `hosts`: the shop's own. */
export function createVisitor(transport: Transport, hosts: readonly string[], caller: Caller): Visitor {
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
  return { open: (address) => follow(new URL(address), MAX_REDIRECTS), cookies: render };
}
