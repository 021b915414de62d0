import { BlockList, isIPv6 } from 'node:net';
import { NETWORKS } from '../../commerce/network/local-hosts.ts';

/** Number of trusted proxies, or their addresses and networks. */
export type Proxies = number | readonly string[];

/** True for a trusted proxy, `hop` entries from the end of X-Forwarded-For. Clients may forge earlier ones. */
export type IsProxy = (address: string, hop: number) => boolean;

export function compileProxies(proxies: Proxies): IsProxy {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const listed = createBlockList(proxies);
  return (address) => listed.check(address.split('%')[0] ?? '', isIPv6(address) ? 'ipv6' : 'ipv4');
}

function createBlockList(proxies: readonly string[]): BlockList {
  const networks: Record<string, readonly string[]> = NETWORKS;
  const list = new BlockList();
  for (const entry of proxies.flatMap((each) => networks[each] ?? [each])) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
