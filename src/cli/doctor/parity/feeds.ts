import { toMinorUnits } from '../../../commerce/money/money.ts';
import { formatLineTitle, type Product, type Variant } from '../../../commerce/product/products.ts';
import { hasFeeds } from '../../../commerce/store/store.ts';
import { MINUTE_MS } from '../../../commerce/time/time.ts';
import { FEED_FILES, type FeedFile, getSurface } from '../../../feeds/write-feed.ts';
import { toConnectionFailure } from '../../../outbound/guarded-fetch/connection-failure.ts';
import { expandId } from '../../../protocols/shopping/ids.ts';
import { decodeEntities } from './guest.ts';
import { type Offer, type Surface, UnreadSurface } from './offers.ts';
import type { SurfaceContext } from './read-answer.ts';

const TIMEOUT_MS = 30 * 60_000;

/** Lists the feeds of a store, which state their age in the header `Age`; none while they are off. */
export function listFeeds(context: SurfaceContext): Surface[] {
  if (!hasFeeds(context.store)) return [];
  return FEED_FILES.map((file) => ({
    name: `feed ${file}`,
    isOfCopy: true,
    read: async (products) => (products.length === 0 ? [] : [await readFeed(context, file, products)]),
  }));
}

async function readFeed(context: SurfaceContext, file: FeedFile, products: readonly Product[]) {
  const { fetch, now, store, baseUrl, findFeedToken } = context;
  const askedAt = now();
  try {
    const url = `${baseUrl}/feeds/${store.slug}/${await findFeedToken()}/${file}`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // As it is: packed answers are read to 10 MB alone.
    const unpacked = { 'accept-encoding': 'identity' };
    const { status, headers, body } = await fetch(url, { headers: unpacked, redirect: 'manual', signal });
    if (status !== 200 || !body) {
      await body?.cancel();
      throw new UnreadSurface(`answers ${status}`);
    }
    const sold = new Map(products.flatMap(toVariants));
    const offers: Offer[] = [];
    for await (const row of readRows(file, body.pipeThrough(new TextDecoderStream()))) {
      const feedId = row.id ?? row.item_id ?? '';
      const id = expandId(store, `v${feedId.slice(feedId.lastIndexOf('_') + 1)}`);
      offers.push({ id, ...readPrice(row, askedAt), available: !row.availability?.startsWith('out') });
      if (!store.feedRules?.title) offers.push(...readTitle(row.title ?? '', file, sold.get(id)));
    }
    const ageMs = Number(headers.get('age') ?? 0) * 1_000;
    return { offers, ids: [], asOf: askedAt - ageMs, readAt: now() };
  } catch (error) {
    if (error instanceof UnreadSurface) throw error;
    throw new UnreadSurface(`breaks off (${toConnectionFailure(error).code})`);
  }
}

/** A sale without dates runs. Dates are whole minutes within the sale: in the minute around it, its price may be charged or not. */
function readPrice(row: Row, now: number): Pick<Offer, 'price' | 'currency'> {
  const [from = Number.NaN, until = from] = (row.sale_price_effective_date ?? '')
    .split('/')
    .map((date) => Date.parse(date));
  const isOff = from > now || until <= now;
  const [amount = '', currency = ''] = ((!isOff && row.sale_price) || row.price || '').split(' ');
  const isOpen = isOff && now > from - MINUTE_MS && now < until + MINUTE_MS;
  return { price: isOpen ? undefined : toMinorUnits(amount, currency), currency };
}

const toVariants = (product: Product) =>
  product.variants.map((variant) => [variant.id, { product, variant }] as const);

/** Reads whose title a row has: the product's or the variant's. Titles that may be cut say nothing. */
function readTitle(text: string, file: FeedFile, sold: { product: Product; variant: Variant } | undefined) {
  const { max = 0 } = getSurface(file).fields.find(({ name }) => name === 'title') ?? {};
  if (!sold || text.length >= max - 2) return [];
  const { product, variant } = sold;
  const ending = formatLineTitle(product.title, variant.title).slice(product.title.length);
  if (text.endsWith(ending)) return [{ id: product.id, title: text.slice(0, text.length - ending.length) }];
  const beginning = formatLineTitle(product.title, ' ').trimEnd();
  return text.startsWith(beginning) ? [{ id: variant.id, title: text.slice(beginning.length) }] : [];
}

type Row = Readonly<Record<string, string | undefined>>;

async function* readRows(file: FeedFile, texts: AsyncIterable<string>): AsyncGenerator<Row> {
  if (file.endsWith('.csv')) return yield* readCsv(splitTexts(texts, '\r\n'));
  const isXml = file.endsWith('.xml');
  for await (const part of splitTexts(texts, isXml ? '</item>' : '\n'))
    yield isXml ? parseItem(part) : (JSON.parse(part) as Row);
}

/** Splits a text that arrives in parts; what stands behind the last end is left out. */
async function* splitTexts(texts: AsyncIterable<string>, end: string): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const parts = (rest + text).split(end);
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

/** RFC 4180: a line with an odd number of quotes goes on behind its end. */
async function* readCsv(lines: AsyncIterable<string>): AsyncGenerator<Row> {
  let names: string[] | undefined;
  let record = '';
  for await (const line of lines) {
    record += line;
    if (record.split('"').length % 2 === 0) continue;
    const cells = splitCells(record);
    record = '';
    if (names) yield Object.fromEntries(names.map((name, place) => [name, cells[place]]));
    else names = cells;
  }
}

/** A cell may be in quotes, in which a quote is doubled. */
function splitCells(record: string): string[] {
  const cells = `,${record}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, bare = '']) => (quoted?.replaceAll('""', '"') ?? bare).trim());
}

function parseItem(xml: string): Row {
  const fields = xml.matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g);
  return Object.fromEntries([...fields].map(([, name, text = '']) => [name, decodeEntities(text)]));
}
