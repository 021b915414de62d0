import type { ProvisionalPart } from '../commerce/checkout/provisional.ts';

/** Says which parts the total may lack; undefined when it lacks none. */
export function renderProvisionalText(parts: readonly ProvisionalPart[]): string | undefined {
  if (parts.length === 0) return undefined;
  return `The total is not final: the store’s checkout may add ${WORDS.format(parts)}.`;
}

const WORDS = new Intl.ListFormat('en-GB');
