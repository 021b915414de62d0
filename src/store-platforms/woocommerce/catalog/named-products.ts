import { z } from 'zod';
import {
  type Ask,
  askCore,
  chunkByHundred,
  type Params,
  parseAnswer,
  type SiteAnswer,
  withConcurrency,
} from '../client.ts';
import { NARROWED_HEADER } from '../connector-wire.ts';
import { askInHalves, splitList } from './ask-in-halves.ts';
import { askForProducts, type ListedProduct, parseProducts } from './product-list.ts';

interface Names {
  numbers: readonly number[];
  handles: readonly string[];
}

const MAX_PER_CALL = 100;
/** Leaves room for the fields within the 8 kB of usual request lines. */
const MAX_LIST_LENGTH = 6_000;
/** WordPress's bound of a slug, in bytes. */
const MAX_SLUG_LENGTH = 200;

/** Reads published products, unordered, one call per hundred; without the connector's `ucp_host_items` core is asked in more. */
export async function readNamedProducts(ask: Ask, names: Names): Promise<ListedProduct[]> {
  const numbers = [...new Set(names.numbers)];
  // WordPress allows no comma in a slug; here it would separate names.
  const canBeSlug = (handle: string) => !handle.includes(',') && Buffer.byteLength(handle) <= MAX_SLUG_LENGTH;
  const handles = [...new Set(names.handles)].filter(canBeSlug);
  const lists = toLists([...numbers.map(String), ...handles.map((handle) => `slug:${handle}`)]);
  const answers = await withConcurrency(lists, (list) =>
    askWithoutBroken(ask, list, (part) => ({ ucp_host_items: part.join(','), per_page: MAX_PER_CALL })),
  );
  const isNarrowed = answers.flat().every(({ headers }) => headers.has(NARROWED_HEADER));
  return isNarrowed ? toProducts(answers.flat()) : readProductsOfCore(ask, { numbers, handles });
}

function toProducts(answers: readonly SiteAnswer[]): ListedProduct[] {
  return answers.flatMap((answer) => parseProducts(answer).products);
}

/** Leaves out, of several products, those at which the site fails. */
async function askWithoutBroken<Name>(
  ask: Ask,
  names: readonly Name[],
  toParams: (names: readonly Name[]) => Params,
): Promise<SiteAnswer[]> {
  const { answers } = await askInHalves(ask, names, {
    ask: (site, part) => askForProducts(site, toParams(part)),
    split: splitList<Name>,
    // The copy answers for a site that is out, which gets few calls then.
    levelsWithoutEntry: 1,
  });
  return answers.map(({ answer }) => answer);
}

function toLists(names: readonly string[]): string[][] {
  const lists: string[][] = [];
  let length = MAX_LIST_LENGTH;
  for (const name of names) {
    const size = encodeURIComponent(name).length + 1;
    const last = lists.at(-1);
    const fits = last && last.length < MAX_PER_CALL && length + size <= MAX_LIST_LENGTH;
    if (fits) last.push(name);
    else lists.push([name]);
    length = fits ? length + size : size - 1;
  }
  return lists;
}

/** Core's `include` drops numbers of variations: each costs a call for its parent, each slug one, and the parents one together. */
async function readProductsOfCore(ask: Ask, { numbers, handles }: Names): Promise<ListedProduct[]> {
  const direct = await fetchIncluded(ask, numbers);
  const productNumbers = new Set(direct.map(({ id }) => id));
  const unknownNumbers = numbers.filter((number) => !productNumbers.has(number));
  const parents = await withConcurrency(unknownNumbers, async (number) => {
    const answer = await askCore(ask, `/products/${number}`, post, {}, [UNKNOWN]);
    return answer.errorCode ? 0 : parseAnswer(post, answer).parent_id;
  });
  const learned = [...new Set(parents)].filter((parent) => parent > 0 && !productNumbers.has(parent));
  const bySlug = await withConcurrency(handles, async (slug) =>
    toProducts([await askForProducts(ask, { slug, per_page: 1 })]),
  );
  const products = [...direct, ...(await fetchIncluded(ask, learned)), ...bySlug.flat()];
  return [...new Map(products.map((product) => [product.id, product])).values()];
}

async function fetchIncluded(ask: Ask, numbers: readonly number[]): Promise<ListedProduct[]> {
  const answers = await withConcurrency(chunkByHundred(numbers), (chunk) =>
    askWithoutBroken(ask, chunk, (part) => ({ include: part.join(','), per_page: part.length })),
  );
  return toProducts(answers.flat());
}

const UNKNOWN = 'woocommerce_rest_product_invalid_id';
/** `parent_id`: 0 for a product. */
const post = z.object({ parent_id: z.int() });
