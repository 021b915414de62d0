import { sum } from '../commerce/money/money.ts';

const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** Reads the code of a variant. `isInvalid`: the shop's code is no GTIN, or its check digit is wrong. */
export function readGtin(code = ''): { gtin?: string; isInvalid: boolean } {
  const digits = code.replaceAll(/[\s-]/g, '');
  if (GTIN.test(digits) && hasCheckDigit(digits)) return { gtin: digits, isInvalid: false };
  return { isInvalid: digits !== '' };
}

/** GS1: from the last digit on, alternating weights of 1 and 3 give a multiple of 10. */
function hasCheckDigit(digits: string): boolean {
  const total = sum([...digits].reverse().map((digit, place) => Number(digit) * (place % 2 ? 3 : 1)));
  return total > 0 && total % 10 === 0;
}
