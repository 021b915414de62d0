import { BlockList, isIPv6 } from 'node:net';

/** How many proxies stand in front, or the addresses and networks that they have. */
export type Proxies = number | readonly string[];

/**
 * Whether the one at `address` is a proxy, `hop` places away from this service. Each proxy adds to X-Forwarded-For whom it has
 * seen, so reading goes from the end, and whatever stands before the first word of a stranger is that stranger's invention.
 */
export type IsProxy = (address: string, hop: number) => boolean;

export function proxiesAmong(proxies: Proxies): IsProxy {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const listed = listOf(proxies);
  return (address) => listed.check(withoutZone(address), isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Names that stand for networks, as other servers know them. */
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
