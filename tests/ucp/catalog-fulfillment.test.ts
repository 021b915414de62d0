import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ShopProduct } from '../../simulated-shops/shop/types.ts';
import { bodyOf } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { setRules } from '../../testing/rules.ts';
import { whileOff } from '../../testing/switches.ts';
import {
  type Message,
  messageOf,
  OLDER_PROFILE,
  type UcpCheckout,
  type UcpProduct,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';

const FULFILLMENT = 'dev.ucp.shopping.fulfillment';
const SCHEMAS = 'schemas/shopping/fulfillment.json#/$defs/';

interface Method {
  type: string;
  location?: string;
  description?: { plain: string };
  availability: { available: boolean; status?: string };
}

type Fulfilled = Omit<UcpProduct, 'variants'> & {
  variants: (UcpProduct['variants'][number] & { fulfillment?: { methods: Method[] } })[];
};

interface Answer {
  ucp: { capabilities: Record<string, unknown> };
  products: Fulfilled[];
  pagination: { has_next_page: boolean; cursor?: string };
  messages?: Message[];
}

const PLACE = {
  ...{ id: '7', title: 'Pickup', amount: '0', countries: 'all' as const },
  pickup: { name: 'Main store', address: '1 Main St, Springfield' },
};

/** Every seventh needs delivery at Shopify. */
const BEACONS = Array.from({ length: 14 }, (_, place) => `Beacon ${place}`);

everywhere('fulfillment in the official catalog', (at) => {
  const agent = () => ucpAgentOf(at);
  const search = async (extras: object = {}, query = 'lantern') =>
    bodyOf(200, await agent().post<Answer>('/catalog/search', { query, ...extras }));
  const methodsIn = ({ products }: Answer) =>
    products.flatMap(({ variants }) => variants.flatMap(({ fulfillment }) => fulfillment?.methods ?? []));
  const typesIn = (answer: Answer) => [...new Set(methodsIn(answer).map(({ type }) => type))];
  let lantern: ShopProduct;

  before(async () => {
    const { control } = at.running.shop(at.slug);
    lantern = control.createProduct({ title: 'Storm lantern', price: '39.00' });
    control.createProduct({ title: 'Lantern plans as a file', price: '4.00', tags: ['digital'] });
    for (const [place, title] of BEACONS.entries())
      control.createProduct({ title, price: '9.00', tags: place % 7 === 3 ? [] : ['digital'] });
    // The plugin of WooCommerce lists the places of its block checkout.
    const { shippingRates } = control.settings;
    control.saveSettings({ shippingRates: [...shippingRates, PLACE] });
    await describeAgain();
    await at.running.settle();
  });

  /** Has the shop's description read again, as after a change of its settings. */
  async function describeAgain(): Promise<void> {
    at.running.advance(7 * 24 * 60 * 60_000);
    await at.running.settle();
  }

  const takesFiles = at.platform === 'shopify';
  const hasPlaces = at.platform === 'woocommerce';

  it('names methods of each variant, and none of what needs no delivery', async () => {
    const answer = await search();
    officialSchemas('2026-08-25').response(`${SCHEMAS}fulfillment_search_response`)(answer);
    assert.ok(FULFILLMENT in answer.ucp.capabilities);
    const stormy = answer.products.find(({ title }) => title === 'Storm lantern') ?? assert.fail();
    const methods = stormy.variants[0]?.fulfillment?.methods ?? [];
    const inStock = { available: true, status: 'in_stock' };
    assert.deepEqual(methods[0], { type: 'shipping', availability: inStock });
    const place = { type: 'pickup', description: { plain: 'Pickup at Main store' }, availability: inStock };
    assert.deepEqual(methods.slice(1), hasPlaces ? [{ ...place, location: 'pickup_location:7' }] : []);
    const plans = answer.products.find(({ title }) => title.startsWith('Lantern plans'));
    if (takesFiles) assert.deepEqual(plans?.variants[0]?.fulfillment, { methods: [] });
  });

  it('names them in look-ups and of one product, over MCP as well', async () => {
    const ids = [`gid://${at.platform}/Product/${lantern.id}`];
    const looked = bodyOf(200, await agent().post<Answer>('/catalog/lookup', { ids }));
    officialSchemas('2026-08-25').response(`${SCHEMAS}fulfillment_lookup_response`)(looked);
    assert.equal(methodsIn(looked)[0]?.type, 'shipping');
    const one = bodyOf(200, await agent().post<{ product: Fulfilled }>('/catalog/product', { id: ids[0] }));
    officialSchemas('2026-08-25').response(`${SCHEMAS}fulfillment_get_product_response`)(one);
    assert.equal(one.product.variants[0]?.fulfillment?.methods[0]?.type, 'shipping');
    const { body } = await agent().call('lookup_catalog', { catalog: { ids } });
    const called = body.result?.structuredContent as unknown as Answer;
    assert.deepEqual(called.products, looked.products);
  });

  it('leaves out what is not delivered to the country of fulfills_to, and says so of that of context', async () => {
    const to = (address_country: unknown) => ({ filters: { fulfills_to: { address_country } } });
    assert.equal(typesIn(await search(to('DE')))[0], 'shipping');
    const far = await search(to('AQ'));
    assert.equal(far.products.length, takesFiles ? 1 : 0, 'a file goes everywhere');
    const hinted = await search({ context: { address_country: 'AQ' } });
    const [shipping] = methodsIn(hinted);
    assert.deepEqual(shipping?.availability, { available: false });
    assert.equal(typesIn(await search({ ...to('DE'), context: { address_country: 'AQ' } }))[0], 'shipping');
    const nowhere = await search(to('Atlantis'));
    assert.equal(messageOf(nowhere, 'filter_not_applied').path, '$.filters.fulfills_to');
  });

  it('leaves out what the store’s rules let agents send nowhere else', async () => {
    await setRules(at, [{ id: 'us', mode: 'on', kind: 'deliver', countries: ['US'] }]);
    try {
      const abroad = await search({ filters: { fulfills_to: { address_country: 'DE' } } });
      assert.equal(abroad.products.length, takesFiles ? 1 : 0);
      const home = await search({ filters: { fulfills_to: { address_country: 'US' } } });
      assert.ok(home.products.length > abroad.products.length);
    } finally {
      await setRules(at, []);
    }
  });

  it('leaves out variants without the wanted methods', async () => {
    const shipped = await search({ filters: { methods: ['shipping'] } });
    assert.ok(shipped.products.some(({ title }) => title === 'Storm lantern'));
    assert.ok(!shipped.products.some(({ title }) => takesFiles && title.startsWith('Lantern plans')));
    const fetched = await search({ filters: { methods: ['pickup', 'drone'] } });
    assert.equal(fetched.products.length > 0, hasPlaces);
    assert.deepEqual((await search({ filters: { methods: ['drone'] } })).products, []);
  });

  /** Titles of beacons on all pages, each of one product. */
  async function pagesOf(filters: object): Promise<string[]> {
    const titles: string[] = [];
    let pagination: object = { limit: 1 };
    for (let pages = 0; pages < BEACONS.length; pages += 1) {
      const page = await search({ filters, pagination }, 'beacon');
      assert.equal(page.products.length, 1, 'no page is short');
      titles.push(...page.products.map(({ title }) => title));
      if (!page.pagination.has_next_page) break;
      pagination = { limit: 1, cursor: page.pagination.cursor };
    }
    return titles;
  }

  it('fills pages with what passes its filters, and continues behind them', async () => {
    const titles = await pagesOf({ methods: ['shipping'] });
    const expected = takesFiles ? ['Beacon 10', 'Beacon 3'] : BEACONS.toSorted();
    assert.deepEqual(titles.toSorted(), expected);
    const files = await search({ filters: { fulfills_to: { address_country: 'AQ' } } }, 'beacon');
    assert.equal(files.products.length, takesFiles ? 10 : 0);
    const none = await search({ filters: { methods: ['drone'] }, pagination: { limit: 1 } }, 'beacon');
    assert.deepEqual([none.products, none.pagination.has_next_page], [[], false]);
  });

  it('lists what passes without a query', async () => {
    const { products } = await search({ filters: { methods: ['shipping'] } }, '');
    assert.ok(products.length > 0);
  });

  it('takes the place of pickup that it names in the checkout, and names those there are', async () => {
    const unknown = await search({ filters: { fulfills_to: { location: 'elsewhere' } } });
    const { content } = messageOf(unknown, 'location_unknown');
    assert.deepEqual(unknown.products, []);
    assert.match(content, hasPlaces ? /pickup_location:7 \(Main store\)/ : /has no place of pickup/);
    if (!hasPlaces) return;
    const atPlace = await search({
      filters: { fulfills_to: { location: 'pickup_location:7' }, methods: ['pickup'] },
    });
    const [pickup] = methodsIn(atPlace).filter(({ type }) => type === 'pickup');
    const place = pickup?.location ?? assert.fail();
    const hinted = await search({ context: { location: place } });
    assert.ok(methodsIn(hinted).some(({ location }) => location === place));
    const { id } = atPlace.products[0]?.variants[0] ?? assert.fail();
    const method = { type: 'pickup', selected_destination_id: place };
    const checkout = bodyOf(201, await agent().create([id], { fulfillment: { methods: [method] } }));
    type Selected = UcpCheckout & {
      fulfillment?: { methods: { type: string; selected_destination_id: string | null }[] };
    };
    const pickupMethod = (checkout as Selected).fulfillment?.methods.find(({ type }) => type === 'pickup');
    assert.equal(pickupMethod?.selected_destination_id, place);
  });

  it('omits fulfillment from catalogs in 2026-04-08, and while the merchant has it switched off', async () => {
    const older = ucpAgentOf(at, OLDER_PROFILE);
    const query = { query: 'lantern', filters: { methods: ['drone'] } };
    const before = bodyOf(200, await older.post<Answer>('/catalog/search', query));
    assert.ok(before.products.length > 0);
    assert.ok(!(FULFILLMENT in before.ucp.capabilities));
    assert.deepEqual(methodsIn(before), []);
    await whileOff(at, 'fulfillment', async () => {
      const off = await search({ filters: { methods: ['drone'] } });
      assert.deepEqual([off.products.length > 0, methodsIn(off)], [true, []]);
      assert.ok(!(FULFILLMENT in off.ucp.capabilities));
    });
  });
});
