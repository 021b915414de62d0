import type { z } from 'zod';
import { createMemberError, toNotFoundError } from '../../../commerce/errors.ts';
import { type Product, toVariationId, type Variant } from '../../../commerce/product/products.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import { cleanShopLine } from '../../../commerce/text/shop-text.ts';
import { lookUpProducts, searchProducts } from '../../../operations/catalog/answer.ts';
import type { CatalogSearch, FoundPage, SourcedProducts } from '../../../operations/catalog/found-page.ts';
import { readGids } from '../../../operations/catalog/read-item-ids.ts';
import { lookupStats, searchStats } from '../../call-stats.ts';
import { nameCursor } from '../../naming-cursor.ts';
import { omitEmpty } from '../../omit-empty.ts';
import { createInvalidParamsError } from '../../protocol-error.ts';
import { LIMITS } from '../../request-members.ts';
import { renderRelaxationText } from '../../texts.ts';
import { renderEnvelope, type UcpContext } from '../envelope.ts';
import { createInfo, createInstructionWarning, createWarning, type Message } from '../messages.ts';
import { defineOperation } from '../operation.ts';
import { LOOKUP, SEARCH } from '../profile/capabilities.ts';
import { lookupRequest, type Narrowing, productRequest, searchRequest } from './catalog-schemas.ts';
import { type Conditions, readConditions } from './conditions.ts';
import { type Input, pickFeatured, renderDetail, renderProduct } from './render-products.ts';

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
    const { filter, narrow, renderMethods } = readConditions(context, input);
    const query = toQuery(input, filter);
    const page: FoundPage =
      filter === 'nothing' ? NOTHING : await nameCursor(PAGINATION, () => searchProducts(context, query));
    const { products, messages } = narrow(page.products);
    const view = { version: context.agreed.version, renderMethods };
    const text = page.relaxation && renderRelaxationText(page.relaxation);
    const relaxed = text === undefined ? [] : [createInfo('search_relaxed', text)];
    const body = renderAnswer(context, page, {
      goods: { products: products.map((product) => renderProduct(product, putFeaturedFirst(product), view)) },
      pagination: {
        has_next_page: page.hasNextPage,
        cursor: page.hasNextPage ? (page.endCursor ?? undefined) : undefined,
      },
      products,
      messages: [...messages, ...relaxed],
    });
    return { body, callStats: searchStats(query, page.products, products) };
  },
});

const NOTHING: FoundPage = { products: [], hasNextPage: false, endCursor: null };

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
    const { page, products, messages, view } = await lookUp(context, readings, input);
    const inputs = pairInputs(readings, page.products, products);
    const ambiguous = readings.flatMap(({ id, ambiguity }) =>
      ambiguity ? [createWarning('ambiguous_id', `${quoteInput(id)} ${ambiguity}.`)] : [],
    );
    const unknown = ids
      .filter((id) => !inputs.resolved.has(id))
      .map((id) => createInfo('not_found', `There is no ${cleanShopLine(id, 200)} in this store.`));
    const rendered = inputs.products.map(({ product, variants }) => renderProduct(product, variants, view));
    const body = renderAnswer(context, page, {
      goods: { products: rendered },
      products: inputs.products.map(({ product }) => product),
      messages: [...messages, ...ambiguous, ...unknown],
    });
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
    const [id = input.id] = readings.flatMap(({ gids }) => gids);
    const { page, products, messages, view } = await lookUp(context, readings, input);
    const [first] = products;
    const detail = first && renderDetail(first, { ...input, id }, view);
    if (!detail) throw toNotFoundError(`There is no ${cleanShopLine(input.id, 200)} in this store.`);
    const body = renderAnswer(context, page, { goods: { product: detail }, products: [first], messages });
    return { body, callStats: lookupStats };
  },
});

async function lookUp(context: UcpContext, readings: { gids: readonly string[] }[], input: Narrowing) {
  const allGids = readings.flatMap(({ gids }) => gids);
  const page = await lookUpProducts(context, allGids);
  const { narrow, renderMethods } = readConditions(context, input);
  return { page, ...narrow(page.products), view: { version: context.agreed.version, renderMethods } };
}

function toQuery(input: z.output<typeof searchRequest>, filter: Conditions['filter']): CatalogSearch {
  const text = input.query ?? '';
  if (text === '' && !filter) throw createInvalidParamsError('query is required: the words to search for.');
  const { cursor: after = input.cursor, limit = DEFAULT_PAGE } = input.pagination ?? {};
  const first = Math.min(limit, MAX_PAGE_SIZE);
  return { text, first, after, ...(filter && filter !== 'nothing' ? { filter } : {}) };
}

function putFeaturedFirst(product: Product) {
  const first = pickFeatured(product);
  const others = product.variants.filter((variant) => variant !== first);
  return (first ? [first, ...others] : others).map((variant) => ({ variant }));
}

interface Answer {
  goods: { products: object[] } | { product: object };
  pagination?: object;
  products: readonly Product[];
  messages: readonly Message[];
}

function renderAnswer(context: UcpContext, { asOf, copy }: SourcedProducts, answer: Answer) {
  const { goods, pagination, products, messages } = answer;
  const instructions = products.flatMap(({ contentWarning }, index) => {
    const path = 'product' in goods ? '$.product' : `$.products[${index}]`;
    return contentWarning ? [createInstructionWarning(path)] : [];
  });
  return {
    ucp: renderEnvelope(context),
    ...goods,
    // Instant of the oldest price; absent for current prices. An addition to the schema.
    as_of: copy?.asOf ?? asOf,
    pagination,
    messages: omitEmpty([...messages, ...instructions, ...(copy ? [warnOfCopy(copy)] : [])]),
  };
}

function warnOfCopy({ complete, asOf }: NonNullable<FoundPage['copy']>): Message {
  const whole = complete ? '' : ' It is still being made, and may lack products.';
  const content = `The store does not answer right now: this is the service’s copy of its catalog as of ${asOf}.${whole} Prices and stock are checked again at checkout.`;
  return createWarning('served_from_copy', content);
}

type Requested = { id: string; gids: readonly string[] };

/** Pairs each variant with the requested ids that it answers. `resolved`: ids with a result, those that filters left out among them. */
function pairInputs(requested: Requested[], resolvable: readonly Product[], rendered: readonly Product[]) {
  const variantIds = resolvable.flatMap(({ variants }) => variants.map(({ id }) => id));
  const productIds = resolvable.map(({ id }) => id);
  const ids = new Set([...productIds, ...variantIds, ...variantIds.map(toVariationId)]);
  const resolved = requested.filter(({ gids }) => gids.some((gid) => ids.has(gid)));
  const products = rendered.map((product) => {
    return { product, variants: pairRequestedVariants(product, requested) };
  });
  return {
    products: products.filter(({ variants }) => variants.length > 0),
    resolved: new Set(resolved.map(({ id }) => id)),
  };
}

function pairRequestedVariants(product: Product, requested: readonly Requested[]) {
  const inputs = new Map<Variant, Input[]>();
  const add = (variant: Variant | undefined, input: Input) => {
    if (variant) inputs.set(variant, [...(inputs.get(variant) ?? []), input]);
  };
  for (const { id, gids } of requested)
    for (const gid of gids) {
      const exact = product.variants.find((variant) => variant.id === gid);
      const ways = product.variants.filter((variant) => toVariationId(variant.id) === gid);
      if (exact) add(exact, { id, match: 'exact' });
      else add(pickFeatured(gid === product.id ? product : { variants: ways }), { id, match: 'featured' });
    }
  return [...inputs].map(([variant, answered]) => ({ variant, inputs: answered }));
}

export const catalogOperations = [search, lookup, product];
