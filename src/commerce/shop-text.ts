import { addressesModels } from './model-instructions.ts';
import { visibleText } from './visible-text.ts';

/** Characters of a name or a title. */
const MAX_SHOP_LINE = 500;
const INSTRUCTING = 'The shop’s own words are left out: they give instructions to models.';

/** Returns a name or a title of a shop as a person sees it: on one line, nothing invisible, of a bounded length. */
export function shopLine(text: string, most = MAX_SHOP_LINE): string {
  const read = visibleText(text.slice(0, 2 * most)).replaceAll(/\p{Cc}/gu, ' ');
  return read
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}

/**
 * The same of a sentence of a shop: a refusal, or a description of an option. Such a text carries no content warning, so one
 * that gives instructions to models is replaced.
 */
export function shopMessage(text: string, otherwise = INSTRUCTING, most = MAX_SHOP_LINE): string {
  return addressesModels(text.slice(0, 2 * most)) ? otherwise : shopLine(text, most);
}
