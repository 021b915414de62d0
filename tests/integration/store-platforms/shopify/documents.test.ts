import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import {
  type GraphQLNamedType,
  isEnumType,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { SHOPIFY_TYPES, shopifyDocuments, shopifyTypes } from '../../../../packaging/shopify-types.ts';
import { VERDICTS } from '../../../../src/store-platforms/shopify/carts/discount-codes.ts';
import { BY_GOODS, BY_MONEY, BY_PARCEL } from '../../../../src/store-platforms/shopify/orders/status.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { publishedSchema } from '../../../../testing/published-schema.ts';

/** Every document; one that is made for a number of handles is tried with none and with several. */
const documents = [...(await shopifyDocuments(0)), ...(await shopifyDocuments(3))];

describe('Shopify documents', () => {
  it('hold one operation each, which has the name of the document', () => {
    for (const { name, text } of documents) {
      const operations = parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
      const names = operations.map((each) => 'name' in each && each.name?.value);
      assert.deepEqual(names, [name]);
    }
  });

  for (const { api, name, text } of documents)
    it(`${name} is valid for the published 2026-07 and uses nothing deprecated`, async () => {
      const schema = await publishedSchema(api === 'Admin' ? 'admin' : 'storefront');
      const rules = [...specifiedRules, NoDeprecatedCustomRule];
      assert.deepEqual(pluck(validate(schema, parse(text), rules), 'message'), []);
    });

  it('generates types of Shopify documents that match the published schemas', async () => {
    const types = await readFile(SHOPIFY_TYPES, 'utf8');
    assert.ok(types === (await shopifyTypes()), 'run npm run shopify:types');
  });

  it('answer statuses and warnings that are all classified', async () => {
    const [admin, storefront] = [await publishedSchema('admin'), await publishedSchema('storefront')];
    const valuesOf = (type: GraphQLNamedType | undefined) =>
      isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
    const warnings = valuesOf(storefront.getType('CartWarningCode'));
    const discounts = warnings.filter((code) => code.startsWith('DISCOUNT_'));
    for (const [table, values] of [
      [BY_GOODS, valuesOf(admin.getType('OrderDisplayFulfillmentStatus'))],
      [BY_MONEY, valuesOf(admin.getType('OrderDisplayFinancialStatus'))],
      [BY_PARCEL, valuesOf(admin.getType('FulfillmentDisplayStatus'))],
      [VERDICTS, discounts],
    ] as const)
      assert.deepEqual(Object.keys(table).toSorted(), values.toSorted());
  });

  it('never select the product of a cart line, but for unknown titles at creation', () => {
    for (const { name, text } of documents.filter(({ text }) => /\bcart\b|cart[A-Z]/.test(text))) {
      if (name === 'CreateCart') assert.match(text, /ProductTitles @include\(if: \$withProductTitles\)/);
      else assert.doesNotMatch(text, /\bproduct\b/, name);
    }
  });
});
