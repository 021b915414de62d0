import type { ContentWarning } from '../product/products.ts';
import { cutText } from './cut-text.ts';
import { hasModelInstructions } from './model-instructions.ts';
import { toVisibleText } from './visible-text.ts';

const MAX_SHOP_LINE = 500;
const INSTRUCTING = 'The shop’s own words are left out: they give instructions to models.';

/** Cleans a name or title of a shop, or a text of a request that is repeated: one line, no invisible characters, bounded length. */
export function cleanShopLine(text: string, max = MAX_SHOP_LINE): string {
  const line = toVisibleText(text.slice(0, 2 * max)).replaceAll(/\p{Cc}/gu, ' ');
  return cutText(line.replaceAll(/\s+/g, ' ').trim(), max).toWellFormed();
}

/** Cleans the title of a line, and sets a warning where it gives instructions to models, in invisible characters too. */
export function cleanShopTitle(text: string): { title: string; contentWarning?: ContentWarning } {
  const title = cleanShopLine(text);
  const isWarned = hasModelInstructions(text.slice(0, 2 * MAX_SHOP_LINE));
  return isWarned ? { title, contentWarning: 'contains_instructions' } : { title };
}

/** Cleans a sentence of a shop. It carries no content warning, so text that gives instructions to models is replaced. */
export function cleanShopMessage(text: string, otherwise = INSTRUCTING, max = MAX_SHOP_LINE): string {
  return hasModelInstructions(text.slice(0, 2 * max)) ? otherwise : cleanShopLine(text, max);
}

/** Quotes a shop's name or title within a sentence; `otherwise` replaces a text that gives instructions to models. */
export function quoteShopTitle(title: string, otherwise: string, max = MAX_SHOP_LINE): string {
  const quoted = cleanShopMessage(title, '', max);
  return quoted === '' ? otherwise : `"${quoted}"`;
}
