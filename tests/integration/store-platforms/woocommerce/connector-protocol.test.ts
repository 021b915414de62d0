import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { z } from 'zod';
import * as wire from '../../../../src/store-platforms/woocommerce/connector-wire.ts';

const page = readFileSync(new URL('../../../../docs/connector-protocol.md', import.meta.url), 'utf8');

/** Everything that the page writes as code, taken apart into words: `items[].price` names two fields. */
const words = new Set(
  [...page.matchAll(/```json\n([\s\S]*?)```|`([^`\n]+)`/g)].flatMap(([, block, inline]) =>
    (block ?? inline ?? '').split(/[^\w-]+/),
  ),
);

const schemas = {
  cartCreateRequest: wire.cartCreateRequest,
  cartCreateResponse: wire.cartCreateResponse,
  cartProblem: wire.cartProblem,
  cartQuoteResponse: wire.cartQuoteResponse,
  categoryPaths: wire.categoryPaths,
  itemsRefusedError: wire.itemsRefusedError,
  productVariations: wire.productVariations,
  shownPrices: wire.shownPrices,
  siteRefusal: wire.siteRefusal,
  storeInfo: wire.storeInfo,
  connectorHealth: wire.connectorHealth,
  webhooksAnswer: wire.webhooksAnswer,
  webhooksRemoved: wire.webhooksRemoved,
};

/** Names of members and allowed words, at any depth. */
function vocabulary(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties')
      return [...Object.keys(value as object), ...Object.values(value).flatMap(vocabulary)];
    if (key === 'enum') return value.filter((each: unknown) => typeof each === 'string');
    if (key === 'const') return [String(value)];
    return vocabulary(value);
  });
}

describe('the written protocol', () => {
  for (const [name, schema] of Object.entries(schemas))
    it(`names every field and word of ${name}`, () => {
      const fields = vocabulary(z.toJSONSchema(schema, { unrepresentable: 'any' }));
      assert.ok(fields.length > 0);
      const unexpected = fields.filter((field) => !words.has(field));
      assert.deepEqual(unexpected, []);
    });

  it('knows every schema of the wire [CON-4]', () => {
    const exported = Object.entries(wire).filter(([, value]) => value instanceof z.ZodType);
    assert.deepEqual(exported.map(([name]) => name).toSorted(), Object.keys(schemas).toSorted());
  });

  it('names the namespace [CON-4]', () => assert.ok(page.includes(`/wp-json/${wire.CONNECTOR_NAMESPACE}/`)));

  it('names the header of a narrowed list', () =>
    assert.ok(page.toLowerCase().includes(`\`${wire.NARROWED_HEADER}: 1\``)));

  it('gives an example of a refusal that is one', () => {
    const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    assert.ok(wire.itemsRefusedError.safeParse(JSON.parse(example)).success);
  });
});
