import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { productPageResponse } from '../../../src/protocols/contract/responses.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, bodyOf } from '../../../testing/agent.ts';
import { eventually } from '../../../testing/eventually.ts';
import { onEveryStore } from '../../../testing/everywhere.ts';
import { pluck } from '../../../testing/pluck.ts';
import { connectShop, serviceOn } from '../../../testing/test-service.ts';
import { type Message, ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { shopperAt } from '../../shopping/shopper.ts';

const COLORS = ['red', 'green', 'blue', 'white', 'black'];
/** Names that no demo product has. */
const KAYAKS = Array.from({ length: 30 }, (_, index) => ({
  title: `Kayak ${COLORS[index % COLORS.length]} ${index + 1}`,
  price: `${100 + index}.00`,
  descriptionHtml: '<p>An inflatable boat with a paddle.</p>',
}));

/** Titles that stay while products of equal rank come and go. */
const USED_LATER = ['Kayak black 5', 'Kayak red 26', 'Kayak green 27'];

onEveryStore('search of a whole copy that events keep up', (at) => {
  const shop = () => at.running.shop(at.slug).control;

  before(async () => {
    await at.running.settle();
    for (const kayak of KAYAKS) shop().createProduct(kayak);
    shop().createProduct({
      title: 'Headphones with cushions',
      price: '50.00',
      descriptionHtml: '<p>Wireless.</p>',
    });
    await at.running.settle();
  });

  async function search(words: string, more = '') {
    const body = bodyOf(200, await at.agent.get(`/catalog/search?q=${encodeURIComponent(words)}${more}`));
    return productPageResponse.parse(body);
  }

  const titlesOf = ({ products }: Awaited<ReturnType<typeof search>>) => products.map(({ title }) => title);
  const callsOf = () => Object.values(shop().calls()).reduce((sum, count) => sum + count, 0);

  it('asks the shop once, for the products of the page', async () => {
    await search('kayak');
    shop().resetCalls();
    const page = await search('an inflatable green kayak for two', '&first=5');
    assert.equal(callsOf(), 1, JSON.stringify(shop().calls()));
    assert.equal(page.products.length, 5);
    const areGreen = titlesOf(page).every((title) => title.startsWith('Kayak green'));
    assert.ok(areGreen, String(titlesOf(page)));
    assert.equal(page.page_info.has_next_page, true);
    assert.equal(page.stale, undefined);
  });

  it('reads a word with a typo as the shop has it, and says so', async () => {
    const page = await search('wireles hedphones');
    assert.deepEqual(titlesOf(page).slice(0, 1), ['Headphones with cushions']);
    assert.deepEqual(page.relaxed?.corrected, [
      { from: 'wireles', to: 'wireless' },
      { from: 'hedphones', to: 'headphones' },
    ]);
    assert.equal(page.relaxed?.matched, 'all_words');
    assert.match(page.relaxed?.message ?? '', /"headphones"/);
    assert.equal((await search('wireless headphones')).relaxed, undefined);
  });

  it('leaves out words that the shop does not have, and says so', async () => {
    const page = await search('kayak zzzyqx');
    assert.ok(page.products.length > 0);
    assert.deepEqual(page.relaxed?.dropped, ['zzzyqx']);
  });

  it('keeps to the price that a sentence allows', async () => {
    const page = await search('an inflatable kayak for at most 102 dollars');
    const prices = page.products.map(({ price_range }) => price_range.min);
    assert.deepEqual(prices.toSorted(), [10_000, 10_100, 10_200]);
    assert.equal(page.page_info.has_next_page, false);
    assert.equal(page.relaxed, undefined);
  });

  it('shows products of other prices when no product has the one that is asked for, and says so', async () => {
    const page = await search('a kayak under 20 dollars', '&first=5');
    assert.equal(page.products.length, 5);
    assert.deepEqual(page.relaxed?.dropped, ['under 20 dollars']);
    assert.match(page.relaxed?.message ?? '', /^No "a kayak" costs "under 20 dollars"/);
    assert.equal(page.page_info.has_next_page, false, 'the next page would be of the price again');
  });

  it('leaves out what a sentence does not want, without asking the shop for it', async () => {
    const page = await search('a kayak that is not red, green or blue, and not black');
    const colors = new Set(titlesOf(page).map((title) => title.split(' ')[1]));
    assert.deepEqual([...colors], ['white']);
    shop().resetCalls();
    assert.deepEqual(titlesOf(await search('a kayak without a paddle')), []);
    assert.equal(callsOf(), 0, JSON.stringify(shop().calls()));
  });

  it('says when products match some of the words only', async () => {
    const page = await search('kayak headphones');
    assert.equal(page.relaxed?.matched, 'some_words');
    assert.ok(page.products.length > 0);
  });

  it('shows price and stock of now, not of the copy', async () => {
    const product = shop().products.find(({ title }) => title === 'Kayak blue 3');
    const [variant] = product?.variants ?? [];
    assert.ok(variant);
    Object.assign(variant, { price: '7.77', stock: 0 });
    const [hit] = (await search('kayak blue 3', '&first=1')).products;
    assert.equal(hit?.title, 'Kayak blue 3');
    assert.deepEqual([hit.price_range.min, hit.availability], [777, 'out_of_stock']);
  });

  it('leaves out what the shop no longer shows, and fills the page from the next ranks', async () => {
    for (const product of shop()
      .products.filter(({ title }) => title.startsWith('Kayak white'))
      .slice(0, 2))
      product.published = false;
    shop().resetCalls();
    const page = await search('white kayak', '&first=4');
    assert.equal(callsOf(), 1);
    assert.equal(page.products.length, 4);
    assert.equal(titlesOf(page).filter((title) => title.startsWith('Kayak white')).length, 4);
  });

  it('shows every product once while products come and go between the pages', async () => {
    const titles: string[] = [];
    let after = '';
    for (let page = 0; ; page += 1) {
      const results = await search('kayak', `&first=7${after}`);
      titles.push(...titlesOf(results));
      if (!results.page_info.has_next_page) break;
      after = `&after=${encodeURIComponent(results.page_info.end_cursor ?? '')}`;
      if (page > 1) continue;
      const title = titles.filter((each) => !USED_LATER.includes(each))[page];
      const gone = shop().products.find((product) => product.title === title);
      shop().deleteProduct(gone?.id ?? 0);
      shop().createProduct({ title: `Kayak kayak new ${page}`, price: '9.00' });
      await at.running.settle();
      await eventually(
        async () => titlesOf(await search(`kayak kayak new ${page}`)).includes(`Kayak kayak new ${page}`),
        'the new product is found',
      );
    }
    assert.equal(new Set(titles).size, titles.length, String(titles));
    const listed = shop().products.filter(
      ({ title, published }) => /^Kayak (?!kayak)/.test(title) && published,
    );
    for (const { title } of listed) assert.ok(titles.includes(title), title);
  });

  it('finds a change of the shop after its event', async () => {
    const product = shop().products.find(({ title }) => title === 'Kayak black 5');
    assert.ok(product);
    product.title = 'Xylophone kayak';
    shop().touchProduct(product.id);
    await at.running.settle();
    // The shop is not asked for words while the index knows one of them, and drops the others.
    const isKnown = async () => (await search('xylophone kayak')).relaxed === undefined;
    await eventually(isKnown, 'the new word is in the index');
    assert.equal(titlesOf(await search('xylophone kayak'))[0], 'Xylophone kayak');
    shop().deleteProduct(product.id);
    await at.running.settle();
    await eventually(async () => !(await isKnown()), 'the word is gone from the index');
  });

  it('asks the shop itself for words that the copy does not know', async () => {
    shop().createProduct({ title: 'Unicycle', price: '5.00' });
    assert.deepEqual(titlesOf(await search('unicycle')), ['Unicycle']);
  });

  it('answers from the copy while the shop is out, in the same order, and says so', async () => {
    const there = await search('kayak red', '&first=3');
    shop().inject({ kind: 'down' });
    const copied = await search('kayak red', '&first=3');
    const misspelled = await search('kayack red', '&first=3');
    const after = encodeURIComponent(copied.page_info.end_cursor ?? '');
    const next = await search('kayak red', `&first=3&after=${after}`);
    shop().clearFaults();
    assert.deepEqual(titlesOf(copied), titlesOf(there));
    assert.equal(copied.warning?.code, 'served_from_copy');
    assert.deepEqual(titlesOf(misspelled), titlesOf(there));
    assert.equal(misspelled.relaxed?.corrected[0]?.to, 'kayak');
    assert.equal(next.stale, true);
    assert.ok(titlesOf(next).every((title) => !titlesOf(there).includes(title)));
  });

  it('gives the same order in every process of the installation', async (t) => {
    await reconnect();
    const other = await serviceOn(at.running.databaseUrl, { now: at.running.now }, { RATE_LIMIT: 'off' });
    t.after(() => other.close());
    const agent = agentOf(await other.listen({ backgroundWork: false }), at.slug);
    for (const words of ['kayak', 'inflatable boat', 'green headphones', 'mug', 'lamp for desk']) {
      const ids = ({ products }: Pick<Awaited<ReturnType<typeof search>>, 'products'>) =>
        String(products.map(({ id }) => id));
      // The new process asks the shop until its index is built.
      await eventually(async () => ids(await agent.search(words)) === ids(await search(words)), words);
    }
  });

  /** A new connection knows nothing of the failures before: its circuit is closed. */
  async function reconnect(): Promise<void> {
    const { slug, platform, running } = at;
    await connectShop(running, { slug, platform }, running.shop(slug));
  }

  interface Found {
    products: { title: string; categories?: { value: string }[] }[];
    pagination: { has_next_page: boolean; cursor?: string };
    messages?: Message[];
  }

  it('applies official price filters before it cuts the page', async () => {
    const filters = { price: { min: 12_500, max: 12_600 } };
    const body = { query: 'kayak', filters, pagination: { limit: 2 } };
    shop().resetCalls();
    const { body: answer } = await ucpAgentOf(at).post<Found>('/catalog/search', body);
    assert.deepEqual(answer.products.map(({ title }) => title).toSorted(), [
      'Kayak green 27',
      'Kayak red 26',
    ]);
    assert.equal(answer.pagination.has_next_page, false);
    assert.equal(callsOf(), 1);
    const { body: listed } = await ucpAgentOf(at).post<Found>('/catalog/search', { filters });
    const isFound = listed.products.some(({ title }) => title === 'Kayak red 26');
    assert.ok(isFound, 'without words, too');
  });

  it('applies official category filters, by path or name, before it cuts the page', async (test) => {
    const { body: all } = await ucpAgentOf(at).post<Found>('/catalog/search', { query: 'mug' });
    const path = all.products.flatMap(({ categories = [] }) => categories)[0]?.value;
    if (path === undefined) return test.skip('this shop has no categories');
    for (const category of [path, path.split(' > ').at(-1)?.toUpperCase()]) {
      const filters = { categories: [category, 'No such category'] };
      const { body } = await ucpAgentOf(at).post<Found>('/catalog/search', {
        filters,
        pagination: { limit: 3 },
      });
      assert.equal(body.products.length, 3);
      for (const { categories = [] } of body.products)
        assert.ok(
          categories.some(({ value }) => value.startsWith(path)),
          JSON.stringify(categories),
        );
    }
  });

  it('returns a message to agents of official UCP when a search was relaxed', async () => {
    const { body } = await ucpAgentOf(at).post<Found>('/catalog/search', { query: 'hedphones' });
    const message = body.messages?.find(({ code }) => code === 'search_relaxed');
    assert.equal(message?.type, 'info');
    assert.match(message?.content ?? '', /"headphones"/);
    assert.equal(body.products[0]?.title, 'Headphones with cushions');
  });

  it('says once at the shopping endpoint that a search was relaxed, to clients of content and of text', async () => {
    for (const client of [shopperAt(at), shopperAt(at, {})]) {
      const result = await client.result('search_products', { query: 'kayak zzzyqx' });
      assert.equal(JSON.stringify(result).split('zzzyqx').length, 2, JSON.stringify(result));
    }
  });
});

onEveryStore('search of a shop whose copy is not whole', (at) => {
  const shop = () => at.running.shop(at.slug).control;

  it('asks the shop in fewer words when it finds nothing, and says which it left out', async () => {
    shop().createProduct({ title: 'Waterproof kayak paddle', price: '30.00' });
    shop().resetCalls();
    const { body } = await at.agent.get(
      `/catalog/search?q=${encodeURIComponent('please show me a carbon paddle for touring')}`,
    );
    const page = productPageResponse.parse(body);
    assert.deepEqual(pluck(page.products, 'title'), ['Waterproof kayak paddle']);
    assert.deepEqual(page.relaxed?.dropped, ['carbon', 'touring']);
    const searches = Object.entries(shop().calls()).filter(([name]) =>
      /SearchProducts|GET \/products$/.test(name),
    );
    const counts = searches.map(([, count]) => count);
    assert.deepEqual(counts, [3]);
  });

  it('continues such a list by its cursor', async () => {
    for (let number = 1; number <= 3; number += 1)
      shop().createProduct({ title: `Gondola ${number}`, price: '30.00' });
    const query = `/catalog/search?q=${encodeURIComponent('wooden gondola')}&first=2`;
    const first = productPageResponse.parse((await at.agent.get(query)).body);
    assert.equal(first.products.length, 2);
    const after = encodeURIComponent(first.page_info.end_cursor ?? '');
    const second = productPageResponse.parse((await at.agent.get(`${query}&after=${after}`)).body);
    assert.equal(second.products.length, 1);
    assert.deepEqual([...first.products, ...second.products].map(({ title }) => title).toSorted(), [
      'Gondola 1',
      'Gondola 2',
      'Gondola 3',
    ]);
  });

  it('asks the shop itself while its events do not arrive, and makes up no page after its cursor', async () => {
    await at.running.settle();
    const database = await openDatabase(at.running.databaseUrl);
    const skipped = JSON.stringify({ skipped: 'The store cannot reach this service.' });
    await database
      .updateTable('jobs')
      .set({ progress: skipped })
      .where('kind', '=', 'check_subscriptions')
      .execute();
    await database.destroy();
    shop().resetCalls();
    const first = productPageResponse.parse((await at.agent.get('/catalog/search?q=gondola&first=1')).body);
    assert.ok(Object.keys(shop().calls()).every((name) => /SearchProducts|GET \/products$/.test(name)));
    shop().inject({ kind: 'down' });
    const after = encodeURIComponent(first.page_info.end_cursor ?? '');
    assert.equal((await at.agent.get(`/catalog/search?q=gondola&first=1&after=${after}`)).status, 503);
    const copied = productPageResponse.parse((await at.agent.get('/catalog/search?q=gondola&first=1')).body);
    shop().clearFaults();
    assert.equal(copied.stale, true);
  });
});
