/** Parses a web address on one of a shop's hosts, with or without `www.`: shops redirect one to the other. */
export function parseShopUrl(text: string, hosts: readonly string[]): URL | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return hosts.some((each) => toBareHost(each) === toBareHost(url.host)) ? url : undefined;
}

function toBareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}
