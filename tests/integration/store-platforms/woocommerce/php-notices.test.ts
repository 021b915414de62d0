import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { readJson } from '../../../../src/store-platforms/woocommerce/client/read-json.ts';
import { failureOf } from '../battery/checks.ts';
import { caller } from './scripted-site.ts';
import { openSimulatedShop } from './simulated-shop.ts';

async function open(t: TestContext) {
  const opened = await openSimulatedShop();
  t.after(() => opened.shop.close());
  return opened;
}

const mugs = { text: 'mug', first: 20 };

describe('PHP messages before an answer', () => {
  for (const variant of ['headers_kept', 'headers_sent'])
    it(`reads past PHP messages, for reads and writes (${variant})`, async (t) => {
      const { platform, shop } = await open(t);
      const clean = await platform.searchProducts(mugs, caller);
      shop.control.inject({ kind: 'php_notices', variant });
      assert.deepEqual(await platform.searchProducts(mugs, caller), clean);
      const variants = clean.products.flatMap((product) => product.variants);
      const variantId = variants.find(({ available }) => available)?.id ?? '';
      const cart = await platform.createCart(
        { cartId: randomUUID(), lines: [{ variantId, quantity: 1 }] },
        caller,
      );
      assert.equal(cart.lines[0]?.variantId, variantId);
    });

  it('detects a refusal whose status PHP messages have turned into 200', async (t) => {
    const { platform, shop } = await open(t);
    shop.control.inject({ kind: 'php_notices', variant: 'headers_sent' });
    const lines = [{ variantId: 'gid://woocommerce/ProductVariant/999999', quantity: 1 }];
    const unknown = await failureOf(platform.createCart({ cartId: randomUUID(), lines }, caller));
    assert.equal(unknown.kind, 'unknown_item');
  });

  it('reads a catalog to its end when PHP messages swallow the headers', async (t) => {
    const { platform, shop } = await open(t);
    for (let count = 0; count < 120; count += 1)
      shop.control.createProduct({ title: `Spare Part ${count}`, price: '3' });
    shop.control.inject({ kind: 'php_notices', variant: 'headers_sent' });
    const read = new Set<string>();
    for (let after: string | null | undefined; after !== null; ) {
      const page = await platform.listProducts(after, caller);
      for (const { id } of page.products) read.add(id);
      after = page.next;
    }
    assert.equal(read.size, shop.control.products.filter(({ published }) => published).length);
    const page = await platform.searchProducts({ text: 'Spare Part', first: 50 }, caller);
    assert.equal(page.hasNextPage, true);
  });

  it('reads past text behind an answer, for reads and writes, and warns of it', async (t) => {
    const { platform, shop } = await open(t);
    const clean = await platform.searchProducts(mugs, caller);
    shop.control.inject({ kind: 'php_notices', variant: 'behind' });
    assert.deepEqual(await platform.searchProducts(mugs, caller), clean);
    const [variant] = clean.products.flatMap(({ variants }) => variants.filter(({ available }) => available));
    const lines = [{ variantId: variant?.id ?? '', quantity: 1 }];
    assert.equal((await platform.createCart({ cartId: randomUUID(), lines }, caller)).lines.length, 1);
    const diagnostics = await platform.checkAccess(caller);
    assert.ok(diagnostics.every(({ level }) => level !== 'problem'));
    assert.ok(
      diagnostics.some(({ level, title }) => level === 'warning' && /prints text around/.test(title)),
    );
  });

  it('separates the JSON of an answer from what is around it', () => {
    const html =
      '<br />\n<b>Warning</b>:  Undefined variable $a in <b>/srv/a.php</b> on line <b>3</b><br />\n';
    const plain = '\nPHP Notice:  "{}" in /srv/a.php on line 3\r\n';
    for (const before of [html, plain, html + plain + html, '\uFEFF', `${plain}\uFEFF`])
      assert.deepEqual(readJson(`${before}{"a":[1]}`).body, { a: [1] });
    assert.deepEqual(readJson('\uFEFF{"a":[1]}'), { body: { a: [1] }, before: '', after: '' });
    for (const text of [
      `${html}{"a":[1]} trailing`,
      `{"a":[1]}${html}`,
      '{"a":[1]}\n<!-- Page cached in 0.2 s {1} -->',
      '<p>Warning</p>{"a":[1]}',
      'Fatal error: Uncaught Error in /srv/a.php on line 3\n{"a":[1]}',
      '[28-Nov-2026 10:00:00 UTC] PHP Warning: a[0]\n{"a":[1]}\n[0]',
    ])
      assert.deepEqual(readJson(text).body, { a: [1] }, text);
    for (const text of [
      `${html}{"a":[1`,
      '{"a":[\n{"b":1},\n{"c"',
      `${html}`,
      'Warning: something {"a":1}',
      '<!DOCTYPE html><script>\n{"a":1}</script>',
    ])
      assert.equal(readJson(text).body, undefined, text);
  });

  it('searches for PHP messages in time that grows with the text only', () => {
    for (const piece of [
      ' ',
      '<br />',
      '<br />\n<b>Warning</b>: ',
      'Warning: a on line ',
      '\n[{',
      '\n\n',
      '>{"',
    ])
      assert.equal(readJson(piece.repeat(1_000_000 / piece.length)).body, undefined);
  });
});
