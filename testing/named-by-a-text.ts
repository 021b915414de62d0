import { redact } from '../src/commerce/text/redact.ts';

/** Redacts values of a member named by the text; names and values take half of the work each. */
export function redactNamed(text: string): unknown {
  return redact({ [text]: Array.from({ length: text.length / 8 }, () => '') });
}
