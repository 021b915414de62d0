/** True for one of a shop's hosts, with or without `www.`: shops redirect one to the other. */
export function hasHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((each) => bare(each) === bare(host));
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}
