import type { Facts } from './open-catalogs.ts';

const CONDITION = /^(!?)(\w+)\s*(~|<=|>=|<|>|=)\s*(.+)$/;

/**
 * Reads a rule of conditions on a product's facts, all of which must hold: `kind~sofa; width>200; !kind~cover`. `~` looks for whole
 * words, a regular expression; a fact that a product lacks fails a condition, its negation included where numbers are compared.
 */
export function toRule(text: string): (facts: Facts) => boolean {
  const conditions = text.split(';').map((part) => toCondition(part.trim()));
  return (facts) => conditions.every((condition) => condition(facts));
}

function toCondition(text: string): (facts: Facts) => boolean {
  const [, not, name = '', operator, value = ''] = CONDITION.exec(text) ?? [];
  if (!operator) throw new Error(`No condition: ${text}`);
  if (operator === '~') {
    const words = new RegExp(`(?<![\\p{L}\\d])(?:${value})(?![\\p{L}\\d])`, 'iu');
    return (facts) => words.test(String(facts[name] ?? '')) === (not === '');
  }
  const bound = Number(value);
  return ({ [name]: fact }) => {
    if (typeof fact !== 'number') return false;
    if (operator === '=') return fact === bound;
    if (operator === '<') return fact < bound;
    if (operator === '>') return fact > bound;
    return operator === '<=' ? fact <= bound : fact >= bound;
  };
}
