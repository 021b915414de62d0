import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { getExponent, toDecimal, toMinorUnits } from '../../../src/commerce/money/money.ts';

describe('money', () => {
  for (const [decimal, currency, minorUnits] of [
    ['49.99', 'USD', 4999],
    ['25.0', 'USD', 2500],
    ['12.5', 'EUR', 1250],
    ['7', 'GBP', 700],
    ['0.0', 'USD', 0],
    ['29.999', 'USD', 3000],
    ['29.994', 'USD', 2999],
    ['0.005', 'USD', 1],
    ['-0.005', 'USD', -1],
    ['-0.001', 'USD', 0],
    ['1450', 'JPY', 1450],
    ['1450.50', 'JPY', 1451],
    ['4.350', 'KWD', 4350],
    ['4.35', 'KWD', 4350],
    ['1.0005', 'BHD', 1001],
    ['1234', 'IQD', 1_234_000],
    ['1.2345', 'CLF', 12_345],
    ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER],
  ] as const)
    it(`reads ${decimal} ${currency} as ${minorUnits}`, () =>
      assert.equal(toMinorUnits(decimal, currency), minorUnits));

  for (const nonsense of ['', 'abc', '1e3', '1,5', '0x10', '--1', '.5', 'NaN', '90071992547409.92'])
    it(`refuses ${JSON.stringify(nonsense)}`, () =>
      assert.throws(() => toMinorUnits(nonsense, 'USD'), RangeError));

  it('writes what it reads, in every currency', () => {
    const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'CLF', 'IQD');
    fc.assert(
      fc.property(fc.maxSafeInteger(), currencies, (minorUnits, currency) => {
        const decimal = toDecimal(minorUnits, currency);
        assert.equal(toMinorUnits(decimal, currency), minorUnits);
        assert.equal(decimal.split('.')[1]?.length ?? 0, getExponent(currency));
      }),
    );
  });
});
