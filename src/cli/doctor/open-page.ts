import { isLoopback } from '../../commerce/network/local-hosts.ts';
import { type Diagnostic, toOkDiagnostic, toProblemDiagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/ask-whole.ts';

const MAX_REDIRECTS = 5;

/** Opens the page that a buyer is sent to, in a browser that has never been there: redirects and cookies are followed. */
export async function openPage(ask: Probe, address: string): Promise<Diagnostic> {
  const cookies = new Map<string, string>();
  let next = URL.parse(address);
  for (let hops = 0; next && hops <= MAX_REDIRECTS; hops += 1) {
    const page = await visit(ask, next, cookies);
    if ('check' in page) return page;
    next = page.next;
  }
  return diagnoseBroken(next?.host ?? address, next ? 'it redirects without end' : 'it is no address');
}

/** Returns the next address, or the diagnostic of the last. */
async function visit(
  ask: Probe,
  url: URL,
  cookies: Map<string, string>,
): Promise<Diagnostic | { next: URL | null }> {
  const { protocol, hostname, host } = url;
  if (protocol !== 'https:' && !isLoopback(hostname)) return diagnoseInsecure(host);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const probed = await ask(url.href, { headers: { accept: 'text/html', ...(cookie && { cookie }) } });
  if (probed.kind === 'failure') return diagnoseBroken(host, `nothing came (${probed.code})`);
  const { status, headers } = probed;
  for (const line of headers.getSetCookie()) keep(cookies, line);
  if (status < 300) return toOkDiagnostic('page', `The buyer’s page opens at ${host}.`);
  if (status >= 400) return diagnoseBroken(host, `it answers ${status}`);
  return { next: URL.parse(headers.get('location') ?? '', url.href) };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
}

function diagnoseInsecure(host: string): Diagnostic {
  return toProblemDiagnostic('page', {
    title: 'The buyer’s page is not encrypted.',
    cause: `continue_url leads to ${host} over http.`,
    remedy: 'Set the address of the shop to https.',
  });
}

function diagnoseBroken(host: string, seen: string): Diagnostic {
  return toProblemDiagnostic('page', {
    title: 'The buyer’s page does not open.',
    cause: `continue_url leads to ${host}, and ${seen}.`,
    remedy:
      'Open the shop’s checkout page in a private window, without a password or a “coming soon” page before it.',
  });
}
