import type { z } from 'zod';
import { createMemberError, toNotFoundError } from '../../../commerce/errors.ts';
import type { Product } from '../../../commerce/product/products.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import { cleanShopLine } from '../../../commerce/text/shop-text.ts';
import { lookUpProducts, searchProducts } from '../../../operations/catalog/answer.ts';
import type { CatalogSearch, FoundPage } from '../../../operations/catalog/found-page.ts';
import { readGids } from '../../../operations/catalog/read-item-ids.ts';
import { lookupStats, searchStats } from '../../call-stats.ts';
import { nameCursor } from '../../naming-cursor.ts';
import { createInvalidParamsError } from '../../protocol-error.ts';
import { LIMITS } from '../../request-members.ts';
import { renderEnvelope, type UcpContext } from '../envelope.ts';
import { createInfo, createWarning, toOptionalMessages } from '../messages.ts';
import { defineOperation } from '../operation.ts';
import { LOOKUP, SEARCH } from '../profile/capabilities.ts';
import { lookupRequest, type Narrowing, productRequest, searchRequest } from './catalog-schemas.ts';
import { pairInputs } from './lookup-inputs.ts';
import {
  type CatalogFulfillment,
  filterSellable,
  indexFilter,
  narrowProducts,
  readCatalogFulfillment,
} from './narrow-products.ts';
import {
  buildInstructionWarnings,
  copyWarning,
  describeRelaxation,
  pickFeatured,
  renderDetail,
  renderProduct,
  renderVariant,
  type VariantView,
} from './render-products.ts';

/** Upper bound of one request to the store platform. */
const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE = 10;

const PAGINATION = { cursor: 'pagination.cursor', limit: 'pagination.limit' };

const TOOL = { payload: 'catalog', effect: 'readOnly' } as const;

const search = defineOperation({
  capability: 'catalog',
  root: SEARCH,
  route: 'POST /catalog/search',
  tool: { name: 'search_catalog', ...TOOL },
  summary: 'Searches the products of the store by words.',
  body: searchRequest,
  async perform(context, input) {
    const { currency } = context.store.description;
    const fulfillment = readCatalogFulfillment(context, input);
    const query = toQuery(input, currency, fulfillment);
    const page = await nameCursor(PAGINATION, () => searchFulfillable(context, query, fulfillment));
    const { products, messages, view } = select(context, page.products, input, fulfillment);
    const body = {
      ucp: renderEnvelope(context),
      products: products.map((product) => renderListed(product, view)),
      as_of: getAskedAt(page),
      pagination: {
        has_next_page: page.hasNextPage,
        cursor: page.hasNextPage ? (page.endCursor ?? undefined) : undefined,
      },
      messages: toOptionalMessages([
        ...messages,
        ...describeRelaxation(page.relaxation),
        ...buildInstructionWarnings(products, toListPath),
        ...copyWarning(page.copy),
      ]),
    };
    return { body, callStats: searchStats(query, page.products, products) };
  },
});

const lookup = defineOperation({
  capability: 'catalog',
  root: LOOKUP,
  route: 'POST /catalog/lookup',
  tool: { name: 'lookup_catalog', ...TOOL },
  summary:
    'Reads products by their ids or those of their variants. Each variant lists the ids that it matches.',
  body: lookupRequest,
  async perform(context, input) {
    const ids = [...new Set(input.ids)];
    if (ids.length > LIMITS.ids)
      throw createInvalidParamsError(`ids must not hold more than ${LIMITS.ids} ids.`, 'request_too_large');
    const readings = await readGids(context, ids);
    const { all, asOf, copy, products, messages, view } = await lookUp(context, getGids(readings), input);
    const inputs = pairInputs(readings, all, products);
    const unknown = ids.filter((id) => !inputs.resolved.has(id));
    const body = {
      ucp: renderEnvelope(context),
      products: inputs.products.map(({ product, variants }) => {
        const rendered = variants.map(({ variant, inputs }) =>
          renderVariant(product, variant, { ...view, inputs }),
        );
        return renderProduct(product, rendered);
      }),
      as_of: asOf,
      messages: toOptionalMessages([
        ...messages,
        ...readings.flatMap(({ id, ambiguity }) =>
          ambiguity ? [createWarning('ambiguous_id', `${quoteInput(id)} ${ambiguity}.`)] : [],
        ),
        ...unknown.map((id) =>
          createInfo('not_found', `There is no ${cleanShopLine(id, 200)} in this store.`),
        ),
        ...buildInstructionWarnings(
          inputs.products.map((each) => each.product),
          toListPath,
        ),
        ...copyWarning(copy),
      ]),
    };
    return { body, callStats: lookupStats };
  },
});

const product = defineOperation({
  capability: 'catalog',
  root: LOOKUP,
  route: 'POST /catalog/product',
  tool: { name: 'get_product', ...TOOL },
  summary:
    'Reads one product in full, to buy it: the variant that the selected options mean, and the options that remain.',
  body: productRequest,
  async perform(context, input) {
    const readings = await readGids(context, [input.id]);
    for (const { ambiguity } of readings) if (ambiguity) throw createMemberError('id', ambiguity);
    const [id = input.id] = getGids(readings);
    const { asOf, copy, products, messages, view } = await lookUp(context, getGids(readings), input);
    const [first] = products;
    const detail = first && renderDetail(first, { ...input, id }, view);
    if (!detail) throw toNotFoundError(`There is no ${cleanShopLine(input.id, 200)} in this store.`);
    return {
      body: {
        ucp: renderEnvelope(context),
        product: detail,
        as_of: asOf,
        messages: toOptionalMessages([
          ...messages,
          ...buildInstructionWarnings([first], () => '$.product'),
          ...copyWarning(copy),
        ]),
      },
      callStats: lookupStats,
    };
  },
});

function getGids(readings: readonly { gids: readonly string[] }[]): string[] {
  return readings.flatMap(({ gids }) => gids);
}

async function lookUp(context: UcpContext, ids: string[], input: Narrowing) {
  const page = await lookUpProducts(context, ids);
  const { products: all, copy } = page;
  return {
    all,
    asOf: getAskedAt(page),
    copy,
    ...select(context, all, input, readCatalogFulfillment(context, input)),
  };
}

/** Products that something can buy and that meet the request's conditions, and how they are rendered. */
function select(
  context: UcpContext,
  candidates: readonly Product[],
  input: Narrowing,
  { narrow, methodsOf }: CatalogFulfillment,
) {
  const priced = narrowProducts(filterSellable(candidates), input, context.store.description.currency);
  const { products, messages } = narrow(priced.products);
  const view = { version: context.agreed.version, methodsOf };
  return { products, messages: [...priced.messages, ...messages], view };
}

type Fulfilling = Pick<CatalogFulfillment, 'filter'>;

/** Searches nothing where no variant could be fulfilled as asked. */
async function searchFulfillable(
  context: UcpContext,
  query: CatalogSearch,
  { filter }: Fulfilling,
): Promise<FoundPage> {
  const nothing = { products: [], hasNextPage: false, endCursor: null };
  return filter === 'nothing' ? nothing : searchProducts(context, query);
}

function toQuery(
  input: z.output<typeof searchRequest>,
  currency: string,
  fulfillment: Fulfilling,
): CatalogSearch {
  const text = input.query ?? '';
  const filter = indexFilter(input, currency, fulfillment.filter);
  if (text === '' && !filter) throw createInvalidParamsError('query is required: the words to search for.');
  const { cursor: after = input.cursor, limit = DEFAULT_PAGE } = input.pagination ?? {};
  const first = Math.min(limit, MAX_PAGE_SIZE);
  return { text, first, after, ...(filter ? { filter } : {}) };
}

/** Instant of the oldest price; undefined for current prices. An addition to the schema. */
function getAskedAt({ asOf, copy }: Pick<FoundPage, 'asOf' | 'copy'>): string | undefined {
  return copy?.asOf ?? asOf;
}

const toListPath = (index: number) => `$.products[${index}]`;

/** Puts the featured variant first. */
function renderListed(product: Product, view: VariantView) {
  const first = pickFeatured(product);
  const others = product.variants.filter((variant) => variant !== first);
  const variants = first ? [first, ...others] : others;
  return renderProduct(
    product,
    variants.map((variant) => renderVariant(product, variant, view)),
  );
}

export const catalogOperations = [search, lookup, product];
