import type { z } from 'zod';
import type { Unit, UnitPrice } from '../../../commerce/product/products.ts';
import type { productFields } from '../client/operations.generated.ts';

type VariantNode = z.output<typeof productFields>['variants']['nodes'][number];
type Fields = Pick<VariantNode, 'unitPrice' | 'unitPriceMeasurement'>;

/** Powers of ten within one kind of measure; units of other kinds are never compared. */
const UNITS: Readonly<Record<string, { unit: Unit; kind: string; exponent: number }>> = {
  MG: { unit: 'mg', kind: 'weight', exponent: -3 },
  G: { unit: 'g', kind: 'weight', exponent: 0 },
  KG: { unit: 'kg', kind: 'weight', exponent: 3 },
  ML: { unit: 'ml', kind: 'volume', exponent: -3 },
  CL: { unit: 'cl', kind: 'volume', exponent: -2 },
  L: { unit: 'l', kind: 'volume', exponent: 0 },
  M3: { unit: 'm3', kind: 'volume', exponent: 3 },
  MM: { unit: 'mm', kind: 'length', exponent: -3 },
  CM: { unit: 'cm', kind: 'length', exponent: -2 },
  M: { unit: 'm', kind: 'length', exponent: 0 },
  M2: { unit: 'm2', kind: 'area', exponent: 0 },
  OZ: { unit: 'oz', kind: 'ounces', exponent: 0 },
  LB: { unit: 'lb', kind: 'pounds', exponent: 0 },
  ITEM: { unit: 'item', kind: 'count', exponent: 0 },
};
const MAX_SCALE = 15;

/** Returns the unit price with the content in the unit of the reference; undefined where no power of ten leads there. */
export function toUnitPrice({ unitPrice, unitPriceMeasurement }: Fields): UnitPrice | undefined {
  if (!unitPrice || !unitPriceMeasurement) return undefined;
  const { quantityUnit, quantityValue, referenceUnit, referenceValue } = unitPriceMeasurement;
  const content = UNITS[quantityUnit ?? ''];
  const reference = UNITS[referenceUnit ?? ''];
  if (!content || reference?.kind !== content.kind || referenceValue < 1) return undefined;
  const measure = toSteps(quantityValue, content.exponent - reference.exponent);
  return measure && { amount: unitPrice.amount, unit: reference.unit, measure, reference: referenceValue };
}

/** Writes a number times a power of ten as whole steps of 10^-scale. */
function toSteps(number: number, exponent: number): UnitPrice['measure'] | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(String(number)) ?? [];
  const scale = Math.max(0, fraction.length - exponent);
  const zeros = Math.max(0, exponent - fraction.length);
  const value = Number(whole + fraction + '0'.repeat(zeros));
  return value >= 1 && scale <= MAX_SCALE && Number.isSafeInteger(value) ? { value, scale } : undefined;
}
