import { BlockList, isIPv6 } from 'node:net';

/** Number of trusted proxies, or their addresses and networks. */
export type Proxies = number | readonly string[];

/**
 * True when `address`, `hop` entries from the end of X-Forwarded-For, is a trusted proxy. Entries before the first untrusted one
 * may be forged by the client.
 */
export type IsProxy = (address: string, hop: number) => boolean;

export function proxiesAmong(proxies: Proxies): IsProxy {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const listed = listOf(proxies);
  return (address) => listed.check(withoutZone(address), isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Named networks, as in other servers' settings. */
const NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of proxies.flatMap((each) => NETWORKS[each] ?? [each])) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function withoutZone(address: string): string {
  return address.split('%')[0] ?? '';
}
