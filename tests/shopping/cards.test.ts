import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { buildCards } from '../../cards/build.ts';
import { contrast, textOn, visibleOn } from '../../cards/view/contrast.ts';
import { CARD_DOCUMENT } from '../../src/built-files.ts';
import { onEveryStore } from '../../testing/everywhere.ts';
import { type Found, shopperAt, shownToModels, type ToolResult } from './shopper.ts';

const CAPABILITIES = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const IN_META = 'io.modelcontextprotocol/clientCapabilities';

/** Cards by tool. */
const CARDS = {
  search_products: 'results',
  get_product: 'product',
  create_cart: 'cart',
  get_cart: 'cart',
  update_cart: 'cart',
  create_checkout: 'checkout',
  get_checkout: 'checkout',
  update_checkout: 'checkout',
  complete_checkout: 'checkout',
  cancel_checkout: 'checkout',
};

onEveryStore('cards of the shopping endpoint', (at) => {
  before(async () => {
    if (!existsSync(CARD_DOCUMENT)) await buildCards();
  });

  for (const mode of ['legacy', 'auto'] as const)
    it(`lists, reads and fills cards for a client that shows them (${mode})`, async () => {
      const client = new Client(
        { name: 'a-host', version: '1' },
        { capabilities: CAPABILITIES, versionNegotiation: { mode } },
      );
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${at.running.baseUrl}/mcp/${at.slug}`)),
      );
      const { tools } = await client.listTools();
      const uris = tools.flatMap(({ name, _meta }) => {
        const { resourceUri } = (_meta?.ui ?? {}) as { resourceUri?: string };
        return resourceUri === undefined ? [] : [[name, resourceUri] as const];
      });
      assert.deepEqual(
        Object.fromEntries(uris),
        Object.fromEntries(Object.entries(CARDS).map(([tool, card]) => [tool, `ui://${at.slug}/${card}`])),
      );
      const { resources } = await client.listResources();
      assert.deepEqual(new Set(resources.map(({ uri }) => uri)), new Set(uris.map(([, uri]) => uri)));
      for (const { uri } of resources) {
        const [content] = (await client.readResource({ uri })).contents;
        assert.equal(content?.mimeType, 'text/html;profile=mcp-app');
        const { ui = {} } = (content?._meta ?? {}) as { ui?: { csp?: Record<string, string[]> } };
        const shopHost = new URL(at.running.shop(at.slug).url).origin;
        assert.ok(ui.csp?.resourceDomains?.includes(shopHost));
        assert.deepEqual(ui.csp?.connectDomains, []);
        assert.ok(content && 'text' in content && !content.text.includes('<!--shop-->'));
      }
      const result = await client.callTool({ name: 'search_products', arguments: { query: 'shirt' } });
      const { products } = shownToModels(result as ToolResult) as Found;
      const pictures = result._meta?.['ucp-host/pictures'] as Record<string, string>;
      assert.ok(products.some(({ id }) => /^http/.test(pictures[id] ?? '')));
      await assert.rejects(
        client.readResource({ uri: 'ui://another/card' }),
        /must name a resource of this store/,
      );
      await client.close();
    });

  /** Reads a card, with the shop that is filled into it. */
  async function read(card = 'results') {
    const shopper = shopperAt(at, { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': 'shows-cards' });
    const { body } = await shopper.rpc('resources/read', { uri: `ui://${at.slug}/${card}` });
    const { contents } = body.result as object as {
      contents: [{ text: string; _meta: { ui: { csp: { resourceDomains: string[] } } } }];
    };
    const [{ text, _meta }] = contents;
    const { resourceDomains: origins } = _meta.ui.csp;
    const [, policy = ''] = /img-src data: ([^;]*);/.exec(text) ?? [];
    assert.deepEqual(policy.split(' '), origins);
    const [, shop = ''] = /id="shop">(.*?)<\/script>/.exec(text) ?? [];
    return { origins, shop: JSON.parse(shop) as { name: string; logo?: string; color?: string } };
  }

  it('renders cards in the shop’s current look, and in a neutral one for a shop without', async () => {
    const { control, url } = at.running.shop(at.slug);
    const { brandColor } = control.settings;
    assert.deepEqual((await read()).shop, {
      card: 'results',
      name: control.settings.name,
      logo: `${url}/logo.svg`,
      color: brandColor,
    });
    try {
      for (const color of ['#ffee00', null]) {
        control.saveSettings({ brandColor: color });
        at.running.advance(31 * 60_000);
        await at.running.settle();
        const { shop } = await read();
        assert.deepEqual([shop.color, shop.logo !== undefined], [color ?? undefined, color !== null]);
      }
    } finally {
      control.saveSettings({ brandColor });
      at.running.advance(31 * 60_000);
      await at.running.settle();
    }
  });

  it('load pictures from the hosts that products of the shop name, and none that would change the policy', async () => {
    const { control, url } = at.running.shop(at.slug);
    const own = new URL(url).origin;
    await at.running.settle();
    assert.deepEqual((await read()).origins, [own]);
    const urls = [
      'http://pictures.example/kite.png',
      "http://evil.example;script-src'none'/kite.png",
      'ftp://files.example/kite.png',
      ...Array.from({ length: 12 }, (_, index) => `http://i${index}.pictures.example/kite.png`),
      'http://pictures.example/box.png',
    ];
    const products = urls.map((image) => {
      const product = control.createProduct({ title: `Kite ${image}`, price: '9.00' });
      product.images = [{ url: image, alt: null }];
      control.touchProduct(product.id);
      return product;
    });
    await at.running.settle();
    const { origins } = await read();
    assert.equal(origins.length, 9, origins.join());
    assert.deepEqual(origins.slice(0, 2), [own, 'http://pictures.example']);
    const areOfHost = origins
      .slice(1)
      .every((origin) => /^http:\/\/(?:i\d+\.)?pictures\.example$/.test(origin));
    assert.ok(areOfHost, origins.join());
    for (const { id } of products) control.deleteProduct(id);
    await at.running.settle();
  });

  it('change no byte for a client that does not show them', async () => {
    const plain = shopperAt(at);
    const cards = shopperAt(at, { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': 'shows-cards' });
    const searchCall = { name: 'search_products', arguments: { query: 'shirt' } };
    const [bare, withCard] = [
      await plain.rpc('tools/call', searchCall),
      await cards.rpc('tools/call', searchCall),
    ];
    assert.ok(!JSON.stringify(bare.body).includes('_meta'));
    const { _meta: _, ...same } = withCard.body.result as object as Record<string, unknown>;
    assert.deepEqual(same, bare.body.result);
    assert.ok(!JSON.stringify((await plain.rpc('tools/list')).body).includes('ui://'));
    for (const method of ['resources/list', 'resources/read'])
      assert.equal((await plain.rpc(method)).body.error?.code, -32_601);
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'plain', version: '1' },
    };
    const started = await plain.rpc('initialize', params);
    assert.equal(started.headers.get('mcp-session-id'), null);
    assert.deepEqual((started.body.result as object as { capabilities: object }).capabilities, { tools: {} });
  });

  it('hides cards from a client that declares the extension without the type of their documents', async () => {
    const meta = { [VERSION]: '2026-07-28', [IN_META]: { extensions: { 'io.modelcontextprotocol/ui': {} } } };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    const { body } = await shopperAt(at, headers).rpc('tools/list', { _meta: meta });
    assert.ok(!JSON.stringify(body).includes('ui://'));
  });

  it('names cards by a header after a handshake, which browsers may read', async () => {
    const shopper = shopperAt(at);
    const params = { protocolVersion: '2025-11-25', capabilities: CAPABILITIES };
    const { headers } = await shopper.rpc('initialize', params);
    assert.equal(headers.get('mcp-session-id'), 'shows-cards');
    assert.match(headers.get('access-control-expose-headers') ?? '', /mcp-session-id/);
  });

  it('keep stateless answers out of shared caches', async () => {
    const meta = { [VERSION]: '2026-07-28', [IN_META]: CAPABILITIES };
    const shopper = shopperAt(at, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' });
    const { body } = await shopper.rpc('tools/list', { _meta: meta });
    assert.equal((body.result as object as { cacheScope: string }).cacheScope, 'private');
  });
});

describe('the color of a shop in its cards', () => {
  const parts = [0, 51, 102, 153, 204, 255];
  const colors = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => [red, green, blue])));

  it('shows a shop’s color visibly on every background, with readable text on it', () => {
    for (const background of colors)
      for (const color of colors) {
        const visible = visibleOn(color, background);
        const contrasts = [contrast(visible, background), contrast(visible, textOn(visible))] as const;
        assert.ok(contrasts[0] >= 3 && contrasts[1] >= 4.5, `${color} on ${background}: ${contrasts}`);
      }
  });

  it('stays as it is where it can be seen', () => {
    assert.deepEqual(visibleOn([15, 92, 76], [255, 255, 255]), [15, 92, 76]);
    assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  });
});
