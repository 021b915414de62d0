const MAX_ADDRESS_LENGTH = 45;

/** Returns the /64 of an IPv6 address, which one customer has, or the IPv4 address. Cuts a text that is no address. */
export function toNetwork(text: string): string {
  const address = text.slice(0, MAX_ADDRESS_LENGTH);
  if (!address.includes(':')) return address;
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (inner?.[1]) return inner[1];
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':');
}
