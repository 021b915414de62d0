const MAX_ADDRESS_LENGTH = 45;

/**
 * First half of an IPv6 address, because one customer has all that share it; an IPv4 address, also written as IPv6, is itself.
 * A misconfigured proxy may pass on text that is no address: the result is short all the same.
 */
export function networkOf(text: string): string {
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
