import { type Diagnostic, toProblemDiagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probed } from '../../outbound/guarded-fetch/ask-whole.ts';

export type Answer = Extract<Probed, { kind: 'answer' }>;

export const NOT_REPEATED = 'The platform sends a cart once and repeats nothing: the buyer sees an error.';

export function diagnoseUnanswered(check: string, what: string, code: string): Diagnostic {
  return toProblemDiagnostic(check, {
    title: `${what} has no answer.`,
    cause: `Nothing came (${code}). ${NOT_REPEATED}`,
    remedy:
      'See that the address is reachable from the internet with a valid certificate, and that no firewall drops requests of servers.',
  });
}

/** Firewalls, by a header of their refusals. */
const FIREWALLS: readonly { header: string; value?: RegExp; name: string }[] = [
  { header: 'cf-ray', name: 'Cloudflare' },
  { header: 'x-sucuri-id', name: 'Sucuri' },
  { header: 'x-iinfo', name: 'Imperva' },
  { header: 'server', value: /akamaighost/i, name: 'Akamai' },
  { header: 'server', value: /imunify360/i, name: 'Imunify360' },
  { header: 'x-amzn-waf-action', name: 'AWS WAF' },
];

const REFUSALS = [200, 202, 401, 403, 405, 406, 418, 429, 503];

/** Diagnoses a refusal that a firewall, a proxy or a challenge page made in place of the service; undefined for any other answer. */
export function diagnoseRefusedInFront(check: string, what: string, answer: Answer): Diagnostic | undefined {
  const { status, headers, text } = answer;
  const isPage = /html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
  const isChallenge = headers.get('cf-mitigated') === 'challenge' || headers.has('x-amzn-waf-action');
  if (!isChallenge && !(isPage && REFUSALS.includes(status))) return undefined;
  const firewall = FIREWALLS.find(({ header, value = /./ }) => value.test(headers.get(header) ?? ''));
  const name = firewall?.name ?? 'A firewall, a proxy or a login page';
  return toProblemDiagnostic(check, {
    title: `${what} is answered by something in front of the store.`,
    cause: `${name} answers ${status} with ${isPage ? 'a page for people' : 'a challenge'}, which no agent can read.`,
    remedy: `${firewall ? `In ${firewall.name}, let` : 'Let'} /.well-known/ucp and the endpoint’s paths pass without a challenge and a limit by address, POST included: the platform’s servers share a few addresses.`,
  });
}
