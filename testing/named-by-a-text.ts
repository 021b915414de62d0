import { redact } from '../src/commerce/redact.ts';

/** Redacts many values of a member whose name is the text, half of the work for each. */
export function redactNamed(text: string): unknown {
  return redact({ [text]: Array.from({ length: text.length / 8 }, () => '') });
}
