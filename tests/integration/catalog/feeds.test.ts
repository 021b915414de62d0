import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { cartItemSchema } from '@paypal/agentic-commerce-spec/dist/generated/zod.gen.js';
import type { CheckStoreFeedsResponse, Feeds } from '../../../client/index.ts';
import type { NewProduct, ShopProduct } from '../../../simulated-shops/shop/types.ts';
import { toMinorUnits } from '../../../src/commerce/money/money.ts';
import { MINUTE_MS, toIso } from '../../../src/commerce/time/time.ts';
import { agentOf, bodyOf } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { type FeedRow, feedUrlsOf, readCsv, readFeed } from '../../../testing/feeds.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { setRules } from '../../../testing/rules.ts';
import { storedRows } from '../../../testing/stored.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';

const FILES = ['google.xml', 'google.csv', 'openai.csv', 'openai.jsonl', 'meta.csv', 'paypal.csv'];
const PICTURE = [{ url: 'https://cdn.shop.example/a.jpg', alt: '' }];
/** Weight and its unit of the same variant, by file. */
const WEIGHTS = {
  'google.csv': ['1.5 kg', undefined],
  'openai.jsonl': ['1.5', 'kg'],
  'meta.csv': ['1.5 kg', undefined],
};
/** Lines of a cart. */
const LINES = 25;

interface Products {
  products: { price_range: { min: number; max: number } }[];
  relaxed?: object;
}

const idOf = (row: FeedRow) => row.id ?? row.item_id ?? '';
const priceOf = ({ price = '', sale_price = price }: FeedRow) => {
  const [amount = '', currency = ''] = sale_price.split(' ');
  return toMinorUnits(amount, currency);
};

onEveryDatabase('product feeds', (database) => {
  const mails = forSuite(() => startMailServer());
  const running = forSuite(() => startTestService({ database, settings: mails.settings }));
  const merchant = forSuite(() => signUp(running));

  for (const platform of PLATFORMS)
    describe(`product feeds on ${platform}`, () => {
      const slug = `demo-${platform}`;
      const control = () => running.shop(slug).control;
      const urlsOf = () => feedUrlsOf(running, merchant, slug);
      const read = async (file: string) => readFeed((await urlsOf())[file] ?? '');
      const rowOf = async (file: string, { id }: ShopProduct) =>
        (await read(file)).find((row) => idOf(row).endsWith(`_${id}`));
      const check = async () =>
        (await merchant.get<CheckStoreFeedsResponse>(`/stores/${slug}/feeds/report`)).body.surfaces;

      async function create(product: NewProduct): Promise<ShopProduct> {
        const created = control().createProduct(product);
        await running.settle();
        return created;
      }

      // A shop that answers late on a busy machine is asked again a minute later.
      before(async () => {
        for (let minute = 0; minute < 10; minute += 1) {
          await running.settle();
          const { body } = await merchant.get<Feeds>(`/stores/${slug}/feeds`);
          if (body.problem === null) return;
          running.advance(60_000);
        }
      });

      it('answers 404 as for an unknown store until the feeds are switched on, and for a wrong token', async () => {
        const url = (await urlsOf())['google.xml'] ?? '';
        const unknown = await (await fetch(url.replace(slug, 'no-such-store'))).text();
        const answers = async (address: string) => {
          const answer = await fetch(address);
          return [answer.status, await answer.text()];
        };
        assert.deepEqual(await answers(url), [404, unknown]);
        const { out } = await commandLine(running.databaseUrl, ['stores', 'feeds', slug, 'on']);
        assert.match(out, new RegExp(`feeds are on for ${slug}`));
        assert.equal((await fetch(url)).status, 200);
        const [, token = ''] = /\/([^/]+)\/google\.xml$/.exec(url) ?? [];
        assert.deepEqual(await answers(url.replace(token, `${token.slice(1)}x`)), [404, unknown]);
        assert.deepEqual(await answers(url.replace('google.xml', 'google.pdf')), [404, unknown]);
      });

      it('lists each variant once in every file, without a call to the shop', async () => {
        const urls = await urlsOf();
        control().resetCalls();
        const [first = [], ...others] = await Promise.all(FILES.map((file) => readFeed(urls[file] ?? '')));
        assert.deepEqual(control().calls(), {});
        const ids = first.map(idOf);
        assert.ok(ids.length > 20);
        assert.equal(new Set(ids).size, ids.length);
        for (const rows of others) assert.ok(rows.every((row) => ids.includes(idOf(row))));
        assert.deepEqual(others[0]?.map(idOf), ids);
      });

      it('names ids that every endpoint takes, at the price of the cart, and links that name the variant', async () => {
        const agent = agentOf(running.baseUrl, slug);
        const rows = (await read('google.csv')).filter(({ availability }) => availability !== 'out_of_stock');
        const linesOf = async (ids: readonly string[]) => {
          const { line_items, currency } = bodyOf(201, await agent.createCart([...ids]));
          return line_items.map(({ item }) => [item.title, item.price, currency]);
        };
        for (let from = 0; from < rows.length; from += LINES) {
          const some = rows.slice(from, from + LINES);
          const goods = some.map((row) => [row.title, priceOf(row), row.price?.slice(-3)]);
          assert.deepEqual(await linesOf(some.map(idOf)), goods);
          assert.deepEqual(await linesOf(some.map(({ link = '' }) => link)), goods);
        }
        await fetch(rows[0]?.checkout_link_template ?? '', { redirect: 'manual' }).then((answer) =>
          assert.ok([302, 303, 307].includes(answer.status), `${answer.status}`),
        );
      });

      it('answers 304 to a reader that has the version, headers alone to HEAD, and plain text without gzip', async () => {
        const url = (await urlsOf())['openai.jsonl'] ?? '';
        const answer = await fetch(url);
        const text = await answer.text();
        assert.equal(answer.headers.get('content-encoding'), 'gzip');
        const etag = answer.headers.get('etag') ?? '';
        const modified = answer.headers.get('last-modified') ?? '';
        const statusOf = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
        assert.equal(await statusOf({ 'if-none-match': etag }), 304);
        assert.equal(await statusOf({ 'if-modified-since': modified }), 304);
        assert.equal(await statusOf({ 'if-none-match': '"other"', 'if-modified-since': modified }), 200);
        const head = await fetch(url, { method: 'HEAD' });
        assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, etag, '']);
        const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
        assert.equal(plain.headers.get('content-encoding'), null);
        assert.equal(await plain.text(), text);
        await create({ title: 'News', price: '3.00', images: PICTURE });
        assert.equal(await statusOf({ 'if-none-match': etag }), 200);
        assert.equal(await statusOf({ 'if-modified-since': modified }), 200);
      });

      it('writes the texts of a hostile shop unchanged for machines, harmless for spreadsheets, and cut to what readers take', async () => {
        const evil = await create({
          title: '=HYPERLINK("https://evil.example","<b>& \u0007click</b>")',
          price: '3.00',
          images: PICTURE,
          descriptionHtml: '<p>+1 "quoted", lines</p><script>alert(1)</script>',
        });
        const pictures = Array.from({ length: 12 }, (_, place) => ({
          url: `https://cdn.shop.example/${place}${'p'.repeat(200)}.jpg`,
          alt: '',
        }));
        const long = await create({ title: 'Long '.repeat(300), price: '3.00', images: pictures });
        const titles = await Promise.all(FILES.map(async (file) => (await rowOf(file, evil))?.title));
        assert.match(titles[0] ?? '', /^=HYPERLINK\("https:\/\/evil\.example",/);
        assert.equal(new Set(titles).size, 1, JSON.stringify(titles));
        const raw = await (await fetch((await urlsOf())['google.csv'] ?? '')).text();
        assert.doesNotMatch(raw, /(?:^|,|\n)"?[=@]/);
        const lengths = FILES.map(async (file) => (await rowOf(file, long))?.title?.length);
        assert.deepEqual(
          await Promise.all(lengths),
          [150, 150, 150, 150, 200, 150].map((max) => max - 1),
        );
        const meta = (await rowOf('meta.csv', long))?.additional_image_link ?? '';
        assert.ok(meta.length > 1_500 && meta.length <= 2_000, `${meta.length} characters of pictures`);
        control().deleteProduct(evil.id);
        control().deleteProduct(long.id);
        await running.settle();
      });

      it('writes a size of 100 characters whole, the weight that Shopify has, and no gender that readers do not know', async () => {
        const product = control().createProduct({ title: 'Sized', price: '3.00', images: PICTURE });
        const [variant = assert.fail('no variant')] = product.variants;
        product.optionNames = ['Size', 'Gender'];
        variant.options = ['X'.repeat(100), 'constructor'];
        variant.grams = 1_500;
        control().touchProduct(product.id);
        await running.settle();
        for (const [file, weight] of Object.entries(WEIGHTS)) {
          const row = await rowOf(file, { ...product, id: variant.id });
          assert.equal(row?.size?.length, 100, file);
          assert.equal(row.gender || undefined, undefined, file);
          const weights = [row.shipping_weight ?? row.weight, row.item_weight_unit];
          assert.deepEqual(weights, platform === 'shopify' ? weight : [undefined, undefined], file);
        }
        control().deleteProduct(product.id);
        await running.settle();
      });

      if (platform === 'woocommerce')
        it('ends and begins sales at their dates without reading the shop again', async () => {
          const toInstant = (minutes: number) => toIso(running.now() + minutes * MINUTE_MS);
          const began = toInstant(-60);
          const changesAt = toInstant(30);
          const ends = toInstant(600);
          const formatTime = (from: string, until: string) => `${from.slice(0, 16)}Z/${until.slice(0, 16)}Z`;
          const whole = (instant: string) => `${instant.slice(0, 16)}:00.000Z`;
          const plan = (product: ShopProduct, price: string, from: string, until: string) =>
            Object.assign(product.variants[0] ?? {}, {
              sale: { price, from: whole(from), until: whole(until) },
            });
          const old = control().createProduct({ title: 'On sale', price: '10.00', images: PICTURE });
          const next = control().createProduct({ title: 'Soon on sale', price: '20.00', images: PICTURE });
          plan(old, '7.00', began, changesAt);
          plan(next, '15.00', changesAt, ends);
          control().applySales(toInstant(0));
          for (const { id } of [old, next]) control().touchProduct(id);
          await running.settle();
          const url = (await urlsOf())['google.csv'] ?? '';
          const etag = (await fetch(url)).headers.get('etag') ?? '';
          const pricesOf = async (file: string) => {
            const rows = await read(file);
            return [old, next].map(({ id }) => {
              const row = rows.find((each) => idOf(each).endsWith(`_${id}`));
              return [row?.price, row?.sale_price, row?.sale_price_effective_date];
            });
          };
          const [during, ahead] = [formatTime(began, changesAt), formatTime(changesAt, ends)];
          const before = ['10.00 USD', '7.00 USD', during];
          assert.deepEqual(await pricesOf('google.xml'), [before, ['20.00 USD', '15.00 USD', ahead]]);
          assert.deepEqual(await pricesOf('meta.csv'), [before, ['20.00 USD', '15.00 USD', ahead]]);
          // It has no dates.
          const [, upcoming] = await pricesOf('openai.jsonl');
          assert.deepEqual(upcoming, ['20.00 USD', undefined, undefined]);

          control().resetCalls();
          running.advance(31 * MINUTE_MS);
          const behind = ['10.00 USD', undefined, undefined];
          assert.deepEqual(await pricesOf('google.csv'), [behind, ['20.00 USD', '15.00 USD', ahead]]);
          assert.deepEqual(await pricesOf('openai.csv'), [behind, ['20.00 USD', '15.00 USD', undefined]]);
          assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 200);
          assert.deepEqual(control().calls(), {});

          // An agent gets the price that is charged; while the shop is down, the price by its dates.
          bodyOf(200, await merchant.put(`/stores/${slug}`, { freshness_seconds: 3_600 }));
          const agent = agentOf(running.baseUrl, slug);
          const lookUp = async () => {
            const ids = [old, next].map(({ id }) => `gid://woocommerce/Product/${id}`).join(',');
            const answer = await agent.get<Products>(`/catalog/lookup?ids=${encodeURIComponent(ids)}`);
            return bodyOf(200, answer).products.map(({ price_range: { min, max } }) => `${min}-${max}`);
          };
          const prices = ['1000-1000', '1500-1500'];
          control().inject({ kind: 'server_error', operation: 'GET /products' });
          assert.deepEqual(await lookUp(), prices);
          control().clearFaults();
          control().applySales(toInstant(0));
          assert.deepEqual(await lookUp(), prices);
          bodyOf(200, await merchant.put(`/stores/${slug}`, { freshness_seconds: null }));
          for (const { id } of [old, next]) control().deleteProduct(id);
          await running.settle();
        });

      if (platform === 'woocommerce')
        it('follows a sale that begins and ends between two readings, in feeds and in a search by price', async () => {
          const toInstant = (seconds: number) => toIso(running.now() + seconds * 1_000);
          const plan = (title: string, from: string, until: string) => {
            const product = control().createProduct({ title, price: '20.00', images: PICTURE });
            Object.assign(product.variants[0] ?? {}, { sale: { price: '15.00', from, until } });
            control().touchProduct(product.id);
            return product;
          };
          const flash = plan('Zebra flash', toInstant(600), toInstant(1_200));
          const late = plan('Zebra late', toInstant(1_100), toInstant(9_000));
          const minute = toInstant(3_600).slice(0, 17);
          const short = plan('Zebra short', `${minute}10.000Z`, `${minute}50.000Z`);
          await running.settle();
          assert.equal((await rowOf('google.csv', short))?.sale_price, undefined, 'it has no whole minute');

          const url = (await urlsOf())['openai.jsonl'] ?? '';
          const etags = new Set<string | null>();
          for (const [seconds, salePrice] of [
            [0, undefined],
            [601, '15.00 USD'],
            [600, undefined],
          ] as const) {
            running.advance(seconds * 1_000);
            assert.equal((await rowOf('openai.jsonl', flash))?.sale_price, salePrice);
            etags.add((await fetch(url)).headers.get('etag'));
          }
          assert.equal(etags.size, 3);

          control().inject({ kind: 'server_error', operation: 'GET /products' });
          const query = encodeURIComponent('zebra late under 16 dollars');
          const answer = await agentOf(running.baseUrl, slug).get<Products>(`/catalog/search?q=${query}`);
          control().clearFaults();
          const { products, relaxed } = bodyOf(200, answer);
          assert.deepEqual(
            [products[0]?.price_range, relaxed],
            [{ min: 1_500, max: 1_500, currency: 'USD' }, undefined],
          );
          for (const { id } of [flash, late, short]) control().deleteProduct(id);
          await running.settle();
        });

      it('leaves out products without a price or a picture, and says why with the remedy', async () => {
        const bare = await create({ title: 'Bare', price: '3.00' });
        const free = await create({ title: 'Free', price: '0.00', images: PICTURE });
        for (const file of FILES)
          for (const product of [bare, free]) assert.equal(await rowOf(file, product), undefined, file);
        const reports = await check();
        assert.deepEqual(pluck(reports, 'surface'), ['google', 'openai', 'meta', 'paypal']);
        const [google] = reports;
        const refusals = google?.reasons.filter(({ verdict }) => verdict === 'refused') ?? [];
        const examplesOf = new Map(refusals.map(({ reason, examples }) => [reason, examples]));
        assert.ok(examplesOf.get('no_image')?.includes('Bare'));
        assert.ok(examplesOf.get('no_price')?.includes('Free'));
        assert.deepEqual(google?.reasons.slice(0, refusals.length), refusals, 'they come first');
        const { body } = await merchant.get<string>(`/stores/${slug}/feeds/report?format=csv`);
        const faults = readCsv(String(body).slice(1));
        const fault = faults.find(({ title, reason }) => title === 'Bare' && reason === 'no_image');
        assert.match(fault?.remedy ?? '', /picture/);
        control().deleteProduct(bare.id);
        control().deleteProduct(free.id);
        await running.settle();
      });

      it('follows the merchant’s rules about titles, brands, categories and what is left out', async () => {
        const product = await create({
          title: 'Plain',
          price: '3.00',
          images: PICTURE,
          tags: ['Secret tag'],
        });
        const put = (body: object) => merchant.put(`/stores/${slug}/feeds`, body);
        bodyOf(200, await put({ title: '{brand}: {title}', brand: 'Own', leave_out: [] }));
        const row = await rowOf('google.csv', product);
        assert.ok(row?.title?.endsWith(': Plain'), row?.title);
        assert.ok(row?.brand);
        const { product_type: category = '' } =
          (await read('google.csv')).find((each) => each.product_type) ?? {};
        bodyOf(200, await put({ title: null, categories: { [category]: 'Home & Garden' } }));
        const mapped = (await read('google.csv')).filter((each) => each.product_type === category);
        assert.ok(mapped.length > 0);
        assert.ok(mapped.every((each) => each.google_product_category === 'Home & Garden'));
        bodyOf(200, await put({ leave_out: [category] }));
        assert.ok((await read('google.csv')).every((each) => each.product_type !== category));
        const [google] = await check();
        assert.ok((google?.left_out ?? 0) >= mapped.length);
        assert.equal((await put({ title: 'always the same' })).status, 400);
        bodyOf(200, await put({ leave_out: [], title: null, brand: null, categories: {} }));
        const hide = { kind: 'hide', products: [`gid://${platform}/Product/${product.id}`] } as const;
        await setRules({ running, slug }, [{ id: 'hidden', mode: 'on', ...hide }]);
        assert.equal(await rowOf('google.csv', product), undefined);
        await setRules({ running, slug }, []);
        control().deleteProduct(product.id);
        await running.settle();
      });

      it('says that a paused store is paused, and answers at new addresses only once they are renewed', async () => {
        const url = (await urlsOf())['meta.csv'] ?? '';
        bodyOf(200, await merchant.post(`/stores/${slug}/pause`));
        const paused = await fetch(url);
        assert.equal(paused.status, 503);
        assert.equal(((await paused.json()) as { code: string }).code, 'store_closed');
        bodyOf(200, await merchant.post(`/stores/${slug}/resume`));
        const { out } = await commandLine(running.databaseUrl, ['feeds', 'renew', slug]);
        assert.ok(out.includes('meta.csv'));
        assert.equal((await fetch(url)).status, 404);
        assert.equal((await fetch((await urlsOf())['meta.csv'] ?? '')).status, 200);
      });
    });

  it('mails an alert when the products that a reader refuses become many between two checks', async () => {
    const switchOn = async () => {
      for (const product_feeds of [false, true])
        bodyOf(200, await merchant.put('/stores/demo-shopify', { product_feeds }));
      await running.settle();
    };
    await switchOn();
    mails.mails = [];
    const { control } = running.shop('demo-shopify');
    for (let number = 0; number < 25; number += 1)
      control.createProduct({ title: `Bare ${number}`, price: '1.00' });
    await running.settle();
    await switchOn();
    const subjects = mails.mails.map(({ subject }) => subject ?? '');
    assert.ok(subjects.some((subject) => /the feed for Google lacks more products$/.test(subject)));
  });

  it('takes the rules of the feeds at the command line, shows them, and names a wrong one', async () => {
    const run = (...args: string[]) =>
      commandLine(running.databaseUrl, ['feeds', 'rules', 'demo-shopify', ...args]);
    const set = await run(
      ...['--title', '{brand} {title}', '--leave-out', 'Samples', '--leave-out', 'Home > Kitchen'],
      ...['--category', 'Mugs = Home & Garden > Kitchen & Dining'],
    );
    assert.equal(set.code, 0, set.out);
    const { out } = await run('--brand', 'Own');
    assert.match(out, /left out +Samples, Home > Kitchen\n/);
    assert.match(out, /category +Mugs = Home & Garden > Kitchen & Dining\n?$/);
    const { body } = await merchant.get<Feeds>('/stores/demo-shopify/feeds');
    assert.deepEqual([body.title, body.brand], ['{brand} {title}', 'Own']);
    const wrong = await run('--title', 'always the same');
    assert.equal(wrong.code, 1);
    assert.match(wrong.out, /title.*must have \{title\} or \{options\}/);
    assert.match((await run('--category', 'Mugs')).out, /categories\.Mugs/);
    const ended = ['leave-out', 'title', 'brand', 'category'].flatMap((name) => [`--${name}`, 'default']);
    assert.equal((await run(...ended)).code, 0);
    const { body: none } = await merchant.get<Feeds>('/stores/demo-shopify/feeds');
    assert.deepEqual([none.leave_out, none.title, none.brand, none.categories], [[], null, null, {}]);
  });

  it('serves feeds at one address alone after raced renewals and after one whose answer was lost', async () => {
    const slug = 'demo-shopify';
    async function renew(): Promise<string[]> {
      const { files } = bodyOf(200, await merchant.post<Feeds>(`/stores/${slug}/feeds/renew`));
      assert.equal(
        new Set(files.map(({ url, file }) => url.replace(file, ''))).size,
        1,
        'one token an answer',
      );
      return files.map(({ url }) => new URL(new URL(url).pathname, running.baseUrl).href);
    }
    const listWorking = async (renewals: string[][]) => {
      const urls = [...new Set(renewals.map(([url = '']) => url))];
      const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
      assert.deepEqual(new Set(statuses), new Set(urls.length > 1 ? [200, 404] : [200]));
      return urls.filter((_, place) => statuses[place] === 200);
    };
    const raced = await Promise.all([renew(), renew(), renew()]);
    const { 'google.xml': current = '' } = await feedUrlsOf(running, merchant, slug);
    assert.deepEqual(await listWorking(raced), [current]);
    await merchant.post(`/stores/${slug}/feeds/renew`);
    const last = await renew();
    assert.deepEqual(await listWorking([...raced, last]), [last[0]]);
  });

  it('lists the stores that are on in the manifest for PayPal', async () => {
    const { out } = await commandLine(running.databaseUrl, ['feeds', 'paypal-manifest']);
    const rows = readCsv(out);
    assert.deepEqual(Object.keys(rows[0] ?? {}), [
      'storeName',
      'storeUrl',
      'country',
      'currency',
      'favIcon',
      'pathToFileInThisBucket',
    ]);
    assert.equal(rows.length, 2);
    assert.match(rows[0]?.pathToFileInThisBucket ?? '', /\/paypal\.csv$/);
  });

  for (const platform of PLATFORMS)
    it(`writes fields and words of the readers’ own published types on ${platform}`, async () => {
      const urls = await feedUrlsOf(running, merchant, `demo-${platform}`);
      const isGoogles = await readGoogleTypes();
      for (const row of await readFeed(urls['google.csv'] ?? ''))
        assert.deepEqual(
          Object.entries(row).filter((field) => !isGoogles(...field)),
          [],
        );
      for (const row of await readFeed(urls['paypal.csv'] ?? '')) cartItemSchema.parse(toPayPalItem(row));
    });
});

function toPayPalItem(row: FeedRow) {
  const [value, currency_code] = (row.price ?? '').split(' ');
  return {
    item_id: row.item_group_id ?? idOf(row),
    variant_id: idOf(row),
    quantity: 1,
    name: row.title,
    item_url: row.link,
    price: { currency_code, value },
  };
}

it('answers 503 with the reason while the copy is not whole, and stores no token in clear', async (t) => {
  const running = await startTestService({ database: anyDatabase, settings: { CATALOG_MAX_PRODUCTS: '3' } });
  t.after(() => running.close());
  const merchant = await signUp(running);
  bodyOf(200, await merchant.put('/stores/demo-shopify', { product_feeds: true }));
  const { 'meta.csv': url = '' } = await feedUrlsOf(running, merchant, 'demo-shopify');
  const askFor = async () => {
    const answer = await fetch(url);
    const { error } = (await answer.json()) as { error: string };
    return [answer.status, answer.headers.get('retry-after'), error] as const;
  };
  const [status, seconds, error] = await askFor();
  assert.deepEqual([status, seconds], [503, '600']);
  assert.match(error, /read for the first time/);
  await running.settle();
  assert.match((await askFor())[2], /^The feed would lack products\. .*\b3\b/);
  const [, token = ''] = /\/([^/]+)\/meta\.csv$/.exec(url) ?? [];
  assert.equal(JSON.stringify(await storedRows(running.databaseUrl)).includes(token), false);
});

/** Names that feeds have otherwise than the types: they are singular there, and two are of feeds alone. */
const OTHERWISE: Record<string, string> = {
  additional_image_links: 'additional_image_link',
  gtins: 'gtin',
  product_types: 'product_type',
  product_details: 'product_detail',
};

/** Returns the function that says whether Google’s types know a field and its value. */
async function readGoogleTypes() {
  const folder = 'node_modules/@google-shopping/products/build/protos/google/shopping/merchant/products/v1';
  const text = await readFile(`${folder}/products_common.proto`, 'utf8');
  const attributes = text.slice(text.indexOf('message ProductAttributes {'));
  const names = [...attributes.matchAll(/^ {2}(?:optional |repeated )?[\w.]+ (\w+) = \d+/gm)].map(
    ([, name = '']) => name,
  );
  const wordsOf = (name: string) => {
    const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(text)?.[1] ?? '';
    return new Set([...body.matchAll(/^\s*([A-Z_]+) = \d+/gm)].map(([, word = '']) => word));
  };
  const fields = new Set([...names.map((name) => OTHERWISE[name] ?? name), 'id', 'checkout_link_template']);
  const enums: Record<string, Set<string>> = {
    availability: wordsOf('Availability'),
    condition: wordsOf('Condition'),
    gender: wordsOf('Gender'),
    age_group: wordsOf('AgeGroup'),
  };
  return (name: string, value: string) => fields.has(name) && (enums[name]?.has(value.toUpperCase()) ?? true);
}
