import { UNIT_WORDS } from './units.ts';

const UNIT = `(?:${UNIT_WORDS})`;
const ENDS = String.raw`(?![\p{L}\p{N}])`;
const BEGINS = String.raw`(?<![\p{L}\p{N}])`;
const HALF = '(?:halbe[rsnm]?|halb|half|demi|medi[oa]|mezz[oa]|halve|mei[oa]|halvt?)';
const ARTICLE = '(?:a|an|one|eine?[nrs]?|une?|una?|uno|um|uma|een|ett?|en)';

/** Amounts in words before a unit of measure, and what they are in digits. */
const AMOUNTS: readonly (readonly [pattern: RegExp, digits: string])[] = [
  [new RegExp(String.raw`${BEGINS}(\d+) and (?:a )?half (?=${UNIT}${ENDS})`, 'giu'), '$1.5 '],
  [new RegExp(String.raw`${BEGINS}(\d+) (?=${UNIT} and a half${ENDS})`, 'giu'), '$1.5 '],
  [new RegExp(`${BEGINS}(?:${ARTICLE} )?${HALF}(?: ${ARTICLE})?[ -](?=${UNIT}${ENDS})`, 'giu'), '0.5 '],
  [new RegExp(`${BEGINS}(?:a )?quarter(?: of)?(?: an?)?[ -](?=${UNIT}${ENDS})`, 'giu'), '0.25 '],
  [new RegExp(`${BEGINS}three quarters of an? (?=${UNIT}${ENDS})`, 'giu'), '0.75 '],
  [new RegExp(`${BEGINS}${ARTICLE} (?=${UNIT} (?:of|or)${ENDS})`, 'giu'), '1 '],
];

/** Returns the text with digits for amounts such as "half a kilo" and "a quarter of a litre". */
export function withFractions(text: string): string {
  return AMOUNTS.reduce((rest, [pattern, digits]) => rest.replace(pattern, digits), text);
}
