import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { findVariant, type ProductPage, pay, type Session } from '../../testing/agent.ts';
import { changeDuring } from '../../testing/change-during.ts';
import { everywhere, inShop } from '../../testing/everywhere.ts';
import { openCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
import { whileOff } from '../../testing/switches.ts';
import { type UcpCheckout, ucpAgentOf } from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import { cartsMade, MAKES_CART, merchantAt, openLink, problemOf, tokenOf } from './permalink-visitor.ts';

type MerchantHere = Awaited<ReturnType<typeof merchantAt>>;
const merchants = new WeakMap<object, Promise<MerchantHere>>();

everywhere('a permalink', (at) => {
  let merchant: MerchantHere;
  let mug: Awaited<ReturnType<typeof findVariant>>;
  let lamp: string;

  before(async () => {
    // Only the first account of a service has its demo stores.
    const cached = merchants.get(at.running) ?? merchantAt(at.running);
    merchants.set(at.running, cached);
    merchant = await cached;
    mug = await findVariant(at.agent, 'mug');
    lamp = (await findVariant(at.agent, 'lamp')).id;
    for (const id of [mug.id, lamp]) inShop(at, id).stock = null;
  });

  const shopUrl = () => at.running.shop(at.slug).url;
  const numberOf = (id: string) => id.split('/').at(-1) ?? '';

  /** A product of several variants, as agents find it and as the shop has it. */
  async function shoeHere() {
    const { products } = await at.agent.search('shoe');
    const shoe = products.find(({ variants }) => variants.length > 1) ?? assert.fail('no shoe has sizes');
    const all = at.running.shop(at.slug).control.products;
    const product = all.find(({ id }) => String(id) === numberOf(shoe.id)) ?? assert.fail();
    const isOther = product.variants.every(({ id }) => id !== product.id);
    assert.ok(isOther, 'its number is no variant’s');
    return { shoe, product };
  }

  /** Opens a link that leads to a checkout, and reads what it has made. */
  async function checkoutOf(link: string): Promise<{ session: Session; location: URL }> {
    const { status, location, text } = await openLink(at, link);
    assert.equal(status, 303, text);
    const { id, agent } = await merchant.newest(at.slug);
    assert.equal(agent, 'permalink');
    const { body } = await at.agent.readSession(id);
    assert.ok(location.startsWith(body.continue_url ?? '?'), `${location} is not ${body.continue_url}`);
    return { session: body, location: new URL(location) };
  }

  const linesOf = ({ line_items }: Session) => line_items.map(({ item, quantity }) => [item.id, quantity]);

  it('ends on the shop’s own checkout, with an ordinary session that the buyer pays', async () => {
    const { session, location } = await checkoutOf(`/${tokenOf(mug.id)}:2`);
    assert.equal(session.status, 'requires_escalation');
    assert.deepEqual(linesOf(session), [[mug.id, 2]]);
    assert.equal((await fetch(location)).status, 200);
    assert.equal(session.order ?? null, null);
    await pay({ continue_url: location.href });
    const completed = await at.agent.complete(session.id);
    assert.deepEqual([completed.body.status, completed.body.payment], ['completed', 'verified']);
  });

  it('means one thing by a variant’s GID, its number, its product and the product’s page', async () => {
    const product = await findSingle(at.agent.search('mug'));
    const number = numberOf(product.variant);
    for (const token of [
      tokenOf(product.variant),
      number,
      tokenOf(number),
      `~${Buffer.from(number).toString('base64url')}`,
      tokenOf(product.id),
      tokenOf(product.url),
    ]) {
      assert.deepEqual(linesOf((await checkoutOf(`/${token}:1`)).session), [[product.variant, 1]], token);
    }
  });

  it('leads to a product’s own page where a variant is to be chosen first', async () => {
    const { shoe } = await shoeHere();
    at.running.shop(at.slug).control.resetCalls();
    const { status, location } = await openLink(at, `/${tokenOf(shoe.id)}:1,${tokenOf(mug.id)}:1`);
    assert.deepEqual([status, location], [303, shoe.url]);
    assert.equal(cartsMade(at), 0);
  });

  it('leads to the product’s page by the product’s number too, and leaves nothing out for it', async () => {
    const { shoe, product } = await shoeHere();
    const before = await merchant.newest(at.slug);
    for (const link of [`/${product.id}:1`, `/${product.id}:2,${tokenOf(mug.id)}:1`]) {
      const { status, location } = await openLink(at, `${link}?continue_to=/elsewhere&utm_source=chat`);
      assert.deepEqual([status, location], [303, `${shoe.url}?utm_source=chat`], link);
    }
    const { id, status } = await merchant.newest(at.slug);
    assert.ok(id === before.id || status === 'failed', 'nothing is left open');
  });

  it('means by a product’s number its one variant, each time the same session', async () => {
    const { product } = await shoeHere();
    const others = product.variants.splice(1);
    const only = product.variants[0] ?? assert.fail();
    const { stock } = only;
    try {
      only.stock = null;
      const link = `/${product.id}:2,${tokenOf(mug.id)}:1,${product.id}:1`;
      const opened = await openLink(at, link);
      assert.equal(opened.status, 303, opened.text);
      const { id } = await merchant.newest(at.slug);
      const { body } = await at.agent.readSession(id);
      const gid = `gid://${at.platform}/ProductVariant/${only.id}`;
      assert.deepEqual(
        linesOf(body).toSorted(),
        [
          [gid, 3],
          [mug.id, 1],
        ].toSorted(),
      );
      const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      assert.equal((await openLink(at, link, { cookie })).location, opened.location);
    } finally {
      only.stock = stock;
      product.variants.push(...others);
    }
  });

  it('asks the shop no more for a number than for an id, as long as that is sold', async () => {
    const checkoutOf = async (token: string) => {
      at.running.shop(at.slug).control.resetCalls();
      assert.equal((await openLink(at, `/${token}:1`)).status, 303);
      return at.running.shop(at.slug).control.calls();
    };
    const byNumber = await checkoutOf(numberOf(mug.id));
    assert.deepEqual(byNumber, await checkoutOf(tokenOf(mug.id)));
    assert.deepEqual(byNumber, { [MAKES_CART[at.platform] ?? '']: 1 });
  });

  it('means a variant by a number that is also a product’s, also when that cannot be had', async () => {
    const variant = inShop(at, lamp);
    const products = at.running.shop(at.slug).control.products;
    const ofLamp = products.find(({ variants }) => variants.includes(variant)) ?? assert.fail();
    const { product: shoe } = await shoeHere();
    const own = { lamp: ofLamp.id, shoe: shoe.id, price: variant.price };
    try {
      if (at.platform === 'shopify') {
        // Shopify numbers both apart: the lamp’s number now means the lamp among variants, and the shoe among products.
        [ofLamp.id, shoe.id] = [999_001, variant.id];
        assert.deepEqual(linesOf((await checkoutOf(`/${variant.id}:1`)).session), [[lamp, 1]]);
        variant.stock = 0;
      } else {
        // WooCommerce refuses it in the same words as a product that leaves a choice.
        variant.price = '';
      }
      assert.equal(problemOf(await openLink(at, `/${variant.id}:1`)), 'sold-out');
    } finally {
      variant.stock = null;
      variant.price = own.price;
      [ofLamp.id, shoe.id] = [own.lamp, own.shoe];
    }
  });

  it('holds several items, and the same one twice, also with separators encoded as some chats do', async () => {
    const lines = [
      [mug.id, 4],
      [lamp, 2],
    ];
    const link = `/${tokenOf(mug.id)}:1,${numberOf(lamp)}:2,${tokenOf(mug.id)}:3`;
    assert.deepEqual(linesOf((await checkoutOf(link)).session), lines);
    const encoded = `/${numberOf(mug.id)}%3A4%2C${numberOf(lamp)}%3a2?`;
    assert.deepEqual(linesOf((await checkoutOf(encoded)).session), lines);
  });

  it('takes a permalink’s items from the path alone when it has any there, and leads to their checkout whatever it prefers', async () => {
    const fields = `line_items/0/quantity=5&line_items/0/item/id=${numberOf(lamp)}&line_items/1/item/id=${numberOf(lamp)}`;
    assert.deepEqual(linesOf((await checkoutOf(`/${tokenOf(mug.id)}:2?${fields}`)).session), [[mug.id, 2]]);
    const id = encodeURIComponent(mug.id);
    const asFields = await checkoutOf(
      `?line_items/0/item/id=${id}&/line_items/0/quantity=3&continue_to=/collections/spring`,
    );
    assert.deepEqual(linesOf(asFields.session), [[mug.id, 3]]);
  });

  it('applies discount codes, and leads to the checkout even if one is rejected', async () => {
    const { session } = await checkoutOf(
      `/${tokenOf(mug.id)}:1?discounts/codes/1=EXPIRED5&discounts/codes/0=SUMMER10`,
    );
    assert.deepEqual(session.discounts?.codes, ['SUMMER10', 'EXPIRED5']);
    assert.deepEqual(pluck(session.discounts?.applied, 'code'), ['SUMMER10']);
    assert.ok(session.totals.discount > 0);
  });

  it('applies none where the merchant has switched codes off, and hands none on', () =>
    whileOff(at, 'discount', async () => {
      const { status, location } = await openLink(
        at,
        `/${tokenOf(mug.id)}:1?discounts/codes/0=SUMMER10&discount=SUMMER10`,
      );
      assert.equal(status, 303);
      assert.deepEqual(parametersIn(new URL(location)), []);
      const { id } = await merchant.newest(at.slug);
      assert.equal((await at.agent.readSession(id)).body.totals.discount, 0);
    }));

  it('fills in what it says of the buyer, and shows it in no address', async () => {
    const { location } = await checkoutOf(
      `/${tokenOf(mug.id)}:1?buyer/email=ann+links@example.com&buyer/first_name=Ann&buyer/phone_number=123&buyer/unknown=foo`,
    );
    assert.deepEqual(parametersIn(location), []);
    const { html: page } = await openCheckout(location.href);
    assert.ok(page.includes('ann+links@example.com'), 'the checkout page has the address');
  });

  it('fills in the address and the shipping option that it names, and goes on without those that the shop refuses', async () => {
    const method = 'fulfillment/methods/0';
    const address = `${method}/destinations/0/address_country=US&${method}/destinations/0/street_address=12+Maple+St`;
    const option = `${method}/groups/0/selected_option_id=Express`;
    const { location } = await checkoutOf(`/${tokenOf(mug.id)}:1?${address}&${option}`);
    assert.ok(!location.href.includes('Maple'));
    const { html: page } = await openCheckout(location.href);
    assert.match(page, /value="12 Maple St"/);
    assert.match(page, /value="express" checked/);
    const far = await checkoutOf(`/${tokenOf(mug.id)}:1?${method}/destinations/0/address_country=BR`);
    assert.equal(far.session.totals.shipping, undefined);
  });

  it('sets nothing that is the store’s to say', async () => {
    const plain = (await checkoutOf(`/${tokenOf(mug.id)}:1`)).session;
    const { session } = await checkoutOf(
      `/${tokenOf(mug.id)}:1?totals/0/amount=1&currency=XXX&status=completed&id=mine&order/id=1&payment/handler=x&line_items/0/item/price=1`,
    );
    assert.deepEqual(
      [session.totals, session.currency, session.status],
      [plain.totals, plain.currency, plain.status],
    );
  });

  it('hands on to the checkout the names of campaigns only', async () => {
    const { location } = await checkoutOf(
      `/${tokenOf(mug.id)}:1?utm_medium=sms&color=black&add-to-cart=99&attribution/utm_source=email&utm_source=other&access_token=secret&ref=creator_42&key=mine&context/postal_code=94105&fulfillment/methods/0/destinations/0/city=Paris`,
    );
    assert.deepEqual(parametersIn(location), ['utm_source=email', 'utm_medium=sms', 'ref=creator_42']);
    assert.equal((await fetch(location)).status, 200);
  });

  it('leads without items to the shop’s page that it prefers, as the specification’s example says', async () => {
    at.running.shop(at.slug).control.resetCalls();
    const query =
      'continue_to=/collections/spring&buyer/email=alice%40example.com&buyer/unknown=foo&attribution/utm_source=email&utm_medium=sms&color=black&access_token=secret';
    for (const link of [`?${query}`, `/?${query}`]) {
      const { status, location } = await openLink(at, link);
      assert.equal(status, 303);
      assert.equal(location, `${shopUrl()}/collections/spring?utm_source=email&utm_medium=sms&color=black`);
    }
    assert.equal((await openLink(at, '')).location, `${shopUrl()}/`);
    assert.equal(cartsMade(at), 0);
  });

  it('sells what is there when something is not', async () => {
    const jar = inShop(at, lamp);
    try {
      jar.stock = 0;
      await at.running.settle();
      const some = await checkoutOf(`/${tokenOf(mug.id)}:1,${tokenOf(lamp)}:1,no-such-thing:1`);
      assert.deepEqual(linesOf(some.session), [[mug.id, 1]]);
      const reread = (await ucpAgentOf(at).get<UcpCheckout>(`/checkout-sessions/${some.session.id}`)).body;
      const codes = (reread.messages ?? []).filter(({ type }) => type === 'warning').map(({ code }) => code);
      assert.deepEqual(codes.toSorted(), ['item_unavailable', 'out_of_stock'], 'and keeps what it left out');
      jar.stock = 2;
      assert.deepEqual(linesOf((await checkoutOf(`/${tokenOf(lamp)}:5`)).session), [[lamp, 2]]);
    } finally {
      jar.stock = null;
    }
  });

  it('says that all is sold out, or not sold here, on a page of its own; or goes where it prefers', async (t) => {
    const jar = inShop(at, lamp);
    changeDuring(t, jar, { stock: 0 });
    const soldOut = await openLink(at, `/${tokenOf(lamp)}:1`);
    assert.equal(problemOf(soldOut), 'sold-out');
    const page = await fetch(soldOut.location);
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    assert.match(await page.text(), /Sold out/);
    const preferring = await openLink(at, `/${tokenOf(lamp)}:1?continue_to=/collections/all&utm_source=x`);
    assert.equal(preferring.location, `${shopUrl()}/collections/all?utm_source=x`);
    for (const id of [
      `gid://${at.platform}/ProductVariant/987654`,
      '987654',
      'sku_123',
      'gid://other/Product/1',
      'https://evil.example/products/mug',
    ])
      assert.equal(problemOf(await openLink(at, `/${tokenOf(id)}:1`)), 'not-sold', id);
  });

  it('returns the protocol’s error to a client that asks for JSON', async () => {
    const { status, headers, text } = await openLink(at, '/sku_123:1', { accept: 'application/json' });
    assert.equal(status, 400);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    const { ucp, messages, continue_url } = JSON.parse(text);
    assert.deepEqual(ucp, { version: '2026-08-25', status: 'error', capabilities: {} });
    assert.equal(messages[0].type, 'error');
    assert.match(messages[0].content, /^line_items\.0\.item\.id must be gid:/);
    officialSchemas('2026-08-25').response('schemas/common/types/error_response.json')(JSON.parse(text));
    assert.equal(continue_url, `${shopUrl()}/`);
  });

  it('shows the merchant what a permalink said of its origin, and nothing of the buyer', async () => {
    await openLink(
      at,
      `/${tokenOf(mug.id)}:1?attribution/utm_source=newsletter&buyer/email=bob@example.com&buyer/name=Bobby&fulfillment/methods/0/destinations/0/city=Paris`,
    );
    const { id } = await merchant.newest(at.slug);
    const { body } = await merchant.get<{ items: Record<string, string>[] }>(`/stores/${at.slug}/requests`);
    const [row] = body.items;
    assert.ok(row);
    assert.deepEqual(
      [row.endpoint, row.agent, Number(row.status), row.session_id],
      ['GET /buy/{items}', 'permalink', 303, id],
    );
    const whole = JSON.stringify((await merchant.get(`/stores/${at.slug}/requests/${row.id}`)).body);
    assert.match(whole, /attribution\/utm_source=newsletter/);
    assert.doesNotMatch(whole, /bob@|Bobby|Paris/);
    await openLink(at, '/sku_123:1');
    const refused = await merchant.get<{ items: Record<string, string>[] }>(`/stores/${at.slug}/requests`);
    assert.equal(refused.body.items[0]?.agent, 'permalink');
    assert.match(refused.body.items[0]?.error ?? '', /line_items\.0\.item\.id must be gid:/);
  });
});

/** Query parameters that came from the link: the shops add one of their own to open the cart. */
function parametersIn({ searchParams }: URL): string[] {
  const own = new Set(['key', 'ucp_cart']);
  return [...searchParams].filter(([name]) => !own.has(name)).map(([name, value]) => `${name}=${value}`);
}

/** A product that is sold in one variant. */
async function findSingle(page: Promise<ProductPage>) {
  const { products } = await page;
  const product = products.find(
    ({ variants, availability }) => variants.length === 1 && availability === 'in_stock',
  );
  const variant = product?.variants[0];
  return product && variant
    ? { id: product.id, url: product.url, variant: variant.id }
    : assert.fail('no mug comes in one variant');
}
