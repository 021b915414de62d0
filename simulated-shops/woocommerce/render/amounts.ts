import { getExponent } from '../../../src/commerce/money/money.ts';
import type { Site } from '../site.ts';

/** Minor units to the decimal string of an answer. */
export type WriteAmount = (minorUnits: number) => string;

/** Uses the decimals requested by `dp`, else the shop's displayed ones. */
export function writeAmounts({ settings, prices }: Site, decimals?: number): WriteAmount {
  const exponent = getExponent(settings.currency);
  const digits = decimals ?? prices.decimals ?? exponent;
  return (minorUnits) => {
    const text = String(scaled(Math.abs(minorUnits), digits - exponent)).padStart(digits + 1, '0');
    const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
    return minorUnits < 0 && /[1-9]/.test(text) ? `-${decimal}` : decimal;
  };
}

/** Rounds half up, as PHP does. */
function scaled(minorUnits: number, moreDigits: number): bigint {
  const factor = 10n ** BigInt(Math.abs(moreDigits));
  return moreDigits >= 0 ? BigInt(minorUnits) * factor : (2n * BigInt(minorUnits) + factor) / (2n * factor);
}
