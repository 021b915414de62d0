import { z } from 'zod';
import { createMemberError } from '../../commerce/errors.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { lookUpProducts, searchProducts } from '../../operations/catalog/answer.ts';
import { readGids } from '../../operations/catalog/read-item-ids.ts';
import { lookupStats, searchStats } from '../call-stats.ts';
import { defineEndpoint } from '../endpoint.ts';
import { renderProductPage, renderProducts } from './render-products.ts';
import { productPageResponse, productsResponse } from './responses.ts';
import { cursor, first, ids, searchText } from './schemas.ts';

const search = defineEndpoint({
  capability: 'catalog',
  id: 'searchCatalog',
  route: 'GET /catalog/search',
  summary: 'Searches the products of the store by words.',
  input: z.object({ q: searchText, first, after: cursor.optional() }),
  output: productPageResponse,
  async run(context, { q, first, after }) {
    const query = { text: q, first, after };
    const page = await searchProducts(context, query);
    return { body: renderProductPage(page), callStats: searchStats(query, page.products) };
  },
});

const lookup = defineEndpoint({
  capability: 'catalog',
  id: 'lookupCatalog',
  route: 'GET /catalog/lookup',
  summary:
    'Reads products by their ids or those of their variants: GIDs, numbers, SKUs, barcodes or product URLs. Unknown ids are absent from the answer.',
  input: z.object({ ids }),
  output: productsResponse,
  async run(context, { ids }) {
    const readings = await readGids(context, ids);
    for (const { id, ambiguity } of readings)
      if (ambiguity) throw createMemberError('ids', `holds ${quoteInput(id)}, which ${ambiguity}`);
    const gids = readings.flatMap((reading) => reading.gids);
    return { body: renderProducts(await lookUpProducts(context, gids)), callStats: lookupStats };
  },
});

export const catalogEndpoints = [search, lookup];
