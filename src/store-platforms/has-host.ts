/** True for one of a shop's hosts, with or without `www.`: shops redirect one to the other. */
export function hasHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((each) => toBareHost(each) === toBareHost(host));
}

function toBareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}
