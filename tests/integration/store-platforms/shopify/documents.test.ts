import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { type GraphQLSchema, NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql';
import { DISCOUNT_WARNING_CODES } from '../../../../src/store-platforms/shopify/carts/discount-codes.ts';
import { publishedSchema } from '../../../../testing/published-schema.ts';

const FOLDER = join(import.meta.dirname, '../../../../src/store-platforms/shopify/documents');
/** All other operations are the Storefront API's. */
const ADMIN_OPERATIONS = new Set([
  'ChangedOrders',
  'ChangedProducts',
  'CheckAdminToken',
  'CreateWebhook',
  'DeleteWebhook',
  'FindOrders',
  'ListOrders',
  'ListWebhooks',
  'ReadOrder',
  'ReadOrderTags',
  'TagOrder',
  'UpdateWebhook',
]);

/** A document's text; one that is made for a number of handles is tried with none and with several. */
function textsOf(exported: unknown): string[] {
  if (typeof exported === 'function') return [0, 3].map((count) => String(exported(count)));
  return [String(exported)];
}

const files = await readdir(FOLDER);
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(join(FOLDER, file))));
const texts = modules.flatMap((module) => Object.values(module)).flatMap(textsOf);
const operations = texts.map((text) => ({ text, name: operationsIn(text).join() }));

function operationsIn(text: string): string[] {
  return parse(text).definitions.flatMap((each) =>
    each.kind === 'OperationDefinition' ? [each.name?.value ?? ''] : [],
  );
}

describe('Shopify documents', () => {
  let schemas: Record<'storefront' | 'admin', GraphQLSchema>;

  before(async () => {
    const [storefront, admin] = await Promise.all([publishedSchema('storefront'), publishedSchema('admin')]);
    schemas = { storefront, admin };
  });

  it('hold one operation each', () => {
    for (const text of texts) assert.equal(operationsIn(text).length, 1, text);
    const names = new Set(operations.map(({ name }) => name));
    assert.deepEqual(
      [...ADMIN_OPERATIONS].filter((name) => !names.has(name)),
      [],
    );
  });

  for (const { name, text } of operations) {
    it(`${name} is valid for the published 2026-07 and uses nothing deprecated`, () => {
      const schema = schemas[ADMIN_OPERATIONS.has(name) ? 'admin' : 'storefront'];
      const rules = [...specifiedRules, NoDeprecatedCustomRule];
      assert.deepEqual(
        validate(schema, parse(text), rules).map((error) => error.message),
        [],
      );
    });
  }

  it('never select the product of a cart line, but for unknown titles at creation', () => {
    for (const { name, text } of operations.filter(({ text }) => /\bcart\b|cart[A-Z]/.test(text))) {
      if (name === 'CreateCart') assert.match(text, /ProductTitles @include\(if: \$withProductTitles\)/);
      else assert.doesNotMatch(text, /\bproduct\b/, name);
    }
  });

  it('leave no published discount warning without a verdict', () => {
    const type = schemas.storefront.getType('CartWarningCode');
    assert.ok(type && 'getValues' in type);
    const published = type.getValues().map(({ name }) => name);
    assert.deepEqual(
      published.filter((name) => name.startsWith('DISCOUNT_')).sort(),
      [...DISCOUNT_WARNING_CODES].sort(),
    );
  });
});
