import { BlockList, isIP, isIPv6 } from 'node:net';
import { isLocalName, NETWORKS } from '../../commerce/network/local-hosts.ts';

/** Use of an address outside the public internet. */
type SpecialUse = 'loopback' | 'private' | 'forbidden';

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [net = '', bits] of subnets.map((subnet) => subnet.split('/')))
    list.addSubnet(net, Number(bits), isIPv6(net) ? 'ipv6' : 'ipv4');
  return list;
}

const LOOPBACK = listOf(NETWORKS.loopback);

/** Private networks, carrier-grade NAT included. */
const PRIVATE = listOf([...NETWORKS.uniquelocal, '100.64.0.0/10']);

/** Ranges that no shop is in: this machine by another name, cloud metadata, multicast, documentation, reserved. */
const FORBIDDEN = listOf([
  ...NETWORKS.linklocal,
  '0.0.0.0/8',
  // Metadata of Alibaba and Azure's WireServer; most other clouds use 169.254.0.0/16 and 192.0.0.0/24.
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  // Metadata within private space: AWS, Google, Oracle, Scaleway, Akamai (Linode).
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:42::42/128',
  'fd00:a9fe:a9fe::1/128',
  'fec0::/10',
  'ff00::/8',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
]);

/** IPv6 that carries an IPv4 address inside: mapped, compatible, translated (NAT64, local too) and 6to4. */
const CARRIES_IPV4 = listOf([
  '::ffff:0:0/96',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
]);

/** Returns undefined for a public address, and `forbidden` for a text that is no IP literal. IPv6 without brackets. */
export function getSpecialUse(address: string): SpecialUse | undefined {
  const version = isIP(address);
  if (version === 0) return 'forbidden';
  if (version === 4) return getUseOfFamily(address, 'ipv4');
  const use = getUseOfFamily(address, 'ipv6');
  if (use !== undefined || !CARRIES_IPV4.check(address, 'ipv6')) return use;
  const inside = readIpv4(address);
  return inside === undefined ? 'forbidden' : getUseOfFamily(inside, 'ipv4');
}

function getUseOfFamily(address: string, family: 'ipv4' | 'ipv6'): SpecialUse | undefined {
  if (FORBIDDEN.check(address, family)) return 'forbidden';
  if (LOOPBACK.check(address, family)) return 'loopback';
  return PRIVATE.check(address, family) ? 'private' : undefined;
}

/** Embedded IPv4: the last 32 bits, or those after the prefix of 6to4. Undefined for a local NAT64 prefix, of unknown layout. */
function readIpv4(address: string): string | undefined {
  const groups = toGroups(address);
  if (groups === undefined || groups[0] === 0x2002) return groups && formatDotted(groups[1], groups[2]);
  const isLocalTranslation = groups[0] === 0x64 && groups[2] === 1;
  return isLocalTranslation ? undefined : formatDotted(groups[6], groups[7]);
}

function formatDotted(high = 0, low = 0): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Eight 16-bit groups of the address, expanded. */
function toGroups(address: string): number[] | undefined {
  const plain = `http://[${address.split('%')[0]}]`;
  if (!URL.canParse(plain)) return undefined;
  const [head = '', tail] = new URL(plain).hostname.slice(1, -1).split('::');
  const parseNumbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [parseNumbers(head), tail === undefined ? [] : parseNumbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** Returns true for an address that is reachable from this machine or its network only. `hostname` as `URL` writes it. */
export function isLocalAddress(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) !== 0) return getSpecialUse(host) !== undefined;
  return isLocalName(host);
}
