import { z } from 'zod';
import { toMinorUnits } from '../../commerce/money/money.ts';

/** Ids are kept in memory and in indexes of the database. */
export const gid = z.string().max(255);

/** Parses `12.5`, `25.0`, `29.999` by string arithmetic into minor units of the currency beside it. */
export const money = z
  .object({ amount: z.string(), currencyCode: z.string().length(3) })
  .transform(({ amount, currencyCode }, context) => {
    try {
      return { amount: toMinorUnits(amount, currencyCode), currency: currencyCode };
    } catch {
      context.addIssue({ code: 'custom', message: 'not an amount' });
      return z.NEVER;
    }
  });

/** Amount in the currency that the buyer saw. */
export const presentment = z.object({ presentmentMoney: money }).transform((bag) => bag.presentmentMoney);

export const instant = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());

export const webAddress = z.url({ protocol: /^https?$/ });

export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

export function list<Shape extends z.ZodRawShape>(max: number, shape: Shape) {
  return z.array(z.object(shape)).max(max);
}

export function toNullable<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).nullable();
}

export function nextOf({ hasNextPage, endCursor }: z.output<typeof pageInfo>): string | null {
  return hasNextPage ? endCursor : null;
}

/** Returns a country code that may be shown; undefined for none, and for any other text. */
export function toCountryCode(text: string | null): string | undefined {
  return /^[A-Z]{2}$/.test(text ?? '') ? (text ?? undefined) : undefined;
}
