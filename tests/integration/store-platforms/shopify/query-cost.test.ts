import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'graphql';
import { queryCost } from '../../../../simulated-shops/shopify/query-cost.ts';
import {
  LIST_PRODUCTS,
  LOOKUP_PRODUCTS,
  SEARCH_PRODUCTS,
} from '../../../../src/store-platforms/shopify/documents/catalog.ts';

/** Shopify refuses a query above this cost to clients without a token; the formula underestimates nested lists. */
const MAX_COST = 1_000;
const MARGIN = 1.4;
const WITHOUT_TOKEN = {
  withTags: false,
  withStock: false,
  withRatings: false,
  withUnitPrices: false,
  withQuantityRules: false,
};

describe('cost of Shopify’s catalog queries', () => {
  for (const { name, text } of [SEARCH_PRODUCTS, LIST_PRODUCTS, LOOKUP_PRODUCTS])
    it(`keeps a page of a hundred products of ${name} within the limit`, (test) => {
      const costOf = (variables: Record<string, unknown>) => queryCost(parse(text), variables);
      const without = costOf({ first: 100, ...WITHOUT_TOKEN });
      const [page, small] = [costOf({ first: 100 }), costOf({ first: 20 })];
      test.diagnostic(`first 100: ${page}, without a token ${without}; first 20: ${small}`);
      assert.ok(without > 0 && without * MARGIN < MAX_COST, String(without));
      assert.ok(page < MAX_COST, String(page));
    });
});
