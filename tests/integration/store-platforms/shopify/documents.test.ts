import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { type GraphQLSchema, NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql';
import { DISCOUNT_WARNING_CODES } from '../../../../src/store-platforms/shopify/discount-warnings.ts';
import { publishedSchema } from '../../../../testing/published-schema.ts';

const FOLDER = join(import.meta.dirname, '../../../../src/store-platforms/shopify/documents');
const ADMIN_DOCUMENTS = new Set(
  [
    'changed-orders',
    'changed-products',
    'check-admin-token',
    'create-webhook',
    'delete-webhook',
    'find-orders',
    'list-webhooks',
    'read-order',
    'read-order-tags',
    'tag-order',
    'update-webhook',
  ].map((name) => `${name}.ts`),
);

/** A document's text; one that is made for a number of handles is tried with none and with several. */
function textsOf(exported: unknown): string[] {
  if (typeof exported === 'function') return [0, 3].map((count) => String(exported(count)));
  return [String(exported)];
}

const files = await readdir(FOLDER);
const documents = await Promise.all(
  files.map(async (file) => {
    const module: Record<string, unknown> = await import(join(FOLDER, file));
    return { file, texts: Object.values(module).flatMap(textsOf) };
  }),
);
const isOperation = (text: string) => /^\s*(?:query|mutation)\b/.test(text);
const operations = documents.flatMap(({ file, texts }) =>
  texts.filter(isOperation).map((text) => ({ file, text })),
);

describe('Shopify documents', () => {
  let schemas: Record<'storefront' | 'admin', GraphQLSchema>;

  before(async () => {
    const [storefront, admin] = await Promise.all([publishedSchema('storefront'), publishedSchema('admin')]);
    schemas = { storefront, admin };
  });

  it('are one operation per file, or a fragment that an operation uses', () => {
    for (const { file, texts } of documents) {
      const [text = ''] = texts;
      const used = operations.some((operation) => operation.text.includes(text));
      assert.ok(used, `${file} is used by no operation`);
      const definitions = parse(text).definitions.filter(({ kind }) => kind === 'OperationDefinition');
      assert.ok(definitions.length <= 1, `${file} holds several operations`);
    }
  });

  for (const { file, text } of operations) {
    it(`${file} is valid for the published 2026-07 and uses nothing deprecated`, () => {
      const schema = schemas[ADMIN_DOCUMENTS.has(file) ? 'admin' : 'storefront'];
      const rules = [...specifiedRules, NoDeprecatedCustomRule];
      assert.deepEqual(
        validate(schema, parse(text), rules).map((error) => error.message),
        [],
      );
    });
  }

  it('never select the product of a cart line, but for unknown titles at creation', () => {
    for (const { file, text } of operations.filter(({ text }) => /\bcart\b|cart[A-Z]/.test(text))) {
      if (file === 'create-cart.ts') assert.match(text, /ProductTitles @include\(if: \$withProductTitles\)/);
      else assert.doesNotMatch(text, /\bproduct\b/, file);
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
