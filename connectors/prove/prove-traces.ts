import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { line } from './agent.ts';
import { asVisitor } from './buyer.ts';
import type { Proof } from './proof.ts';
import { installPlugin, installSitePlugin, removePlugin, removeSitePlugin, rowsOf } from './site-plugin.ts';

/** Tables of the connector, of caches and of WooCommerce's own background work. */
const EXPECTED = /^(ucp_host_carts|options|actionscheduler_\w+|wc_admin_note\w+)$/;
const CARTS = 5;

type Rows = Record<string, number>;

/** Proves that agents' carts leave nothing else in the shop, also beside a plugin that tracks carts. */
export async function proveTraces(proof: Proof): Promise<void> {
  const { admin, options, ledger } = proof;
  await removeSitePlugin(admin);
  await installSitePlugin(admin);
  const before = await rowsOf(admin);
  const beside =
    options.beside && (await installPlugin(admin, new Uint8Array(await readFile(options.beside))));
  try {
    const tables = Object.keys(await rowsOf(admin)).filter((table) => !(table in before));
    const continueUrl = await proveNoRows(proof, tables);
    if (!beside || continueUrl === undefined) return;
    await ledger.step('the buyer who opens the link is tracked as any visitor', async () => {
      const rows = await rowsOf(admin);
      await asVisitor(proof.browser, async (page) => {
        await page.goto(continueUrl);
        await page
          .locator('.wc-block-components-checkout-place-order-button, #place_order')
          .first()
          .waitFor();
      });
      const grown = grownTables(rows, await rowsOf(admin)).filter(([table]) => tables.includes(table));
      assert.notEqual(grown.length, 0, `no row in ${tables}`);
      return `${beside}: ${textOf(grown)}`;
    });
  } finally {
    if (beside) await removePlugin(admin, beside);
    await removeSitePlugin(admin);
  }
}

/** Returns the link to one of the carts. */
async function proveNoRows({ admin, agent, goods, codes, ledger }: Proof, tables: readonly string[]) {
  let continueUrl: string | undefined;
  const name = tables.length > 0 ? ', nor count as abandoned' : '';
  await ledger.step(`carts of agents leave no rows in the shop’s tables${name}`, async () => {
    const rows = await rowsOf(admin);
    for (let count = 0; count < CARTS; count += 1) {
      const content = { line_items: [line(goods.mug, 2)], discounts: { codes: [codes.percent] } };
      const buyer = { email: 'ada.buyer@example.com', name: 'Ada Buyer' };
      const cart = await agent.post('/carts', content);
      const session = await agent.post('/checkout-sessions', { ...content, buyer });
      assert.deepEqual([cart.status, session.status], [201, 201]);
      continueUrl = session.body.continue_url;
    }
    const grown = grownTables(rows, await rowsOf(admin));
    assert.deepEqual(
      grown.filter(([table]) => !EXPECTED.test(table)),
      [],
    );
    return textOf(grown);
  });
  return continueUrl;
}

function grownTables(before: Rows, after: Rows): [table: string, rows: number][] {
  return Object.entries(after)
    .map(([table, rows]): [string, number] => [table, rows - (before[table] ?? 0)])
    .filter(([, rows]) => rows > 0);
}

function textOf(grown: readonly [string, number][]): string {
  return grown.map(([table, rows]) => `${table} +${rows}`).join(', ');
}
