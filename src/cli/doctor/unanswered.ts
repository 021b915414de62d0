import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probed } from '../../outbound/guarded-fetch/probe.ts';
import { problem } from './answers.ts';

export const NOT_REPEATED = 'The platform sends a cart once and repeats nothing: the buyer sees an error.';

/** Diagnoses a request without an answer. */
export function unanswered(
  check: string,
  what: string,
  { code }: Extract<Probed, { kind: 'failure' }>,
): Diagnostic {
  return problem(
    check,
    `${what} has no answer.`,
    `Nothing came (${code}). ${NOT_REPEATED}`,
    'See that the address is reachable from the internet with a valid certificate, and that no firewall drops requests of servers.',
  );
}
