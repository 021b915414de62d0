/** Of IPv6 the first half: whoever has one such address has all that share it. An IPv4 address that is written as IPv6 is itself. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (inner?.[1]) return inner[1];
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':');
}
