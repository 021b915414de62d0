import { describe, it } from 'node:test';
import { agentOf, findVariant, pay } from '../../testing/agent.ts';
import { loaded, noBrowser } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const STORE = '/console/stores/demo-shopify';
/** Folder for pictures of each page, to look at. */
const SHOTS = process.env.CART_ORDERS_SHOTS;

describe('orders of carts in the console', { skip: noBrowser() }, () => {
  const at = forSuite(() => merchantInBrowser());

  it('stand in the list of orders, and lead to their carts and back', async () => {
    const { page } = at.merchant;
    const agent = agentOf(at.service.baseUrl, 'demo-shopify');
    const { control } = at.service.shop('demo-shopify');
    const { id } = await findVariant(agent, 'mug');
    const session = (await agent.createSession([id])).body;
    await pay(session);
    const cart = (await agent.createCart([id])).body;
    control.placeOrder({ at: new Date().toISOString(), total: 3_000, cartId: cart.id, lines: 104 });
    const number = control.orders().at(-1)?.id;
    await at.service.settle();

    const picture = async (name: string) => {
      await loaded(page);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
    };
    await page.goto(`${STORE}/orders`);
    const row = page.getByRole('row').filter({ hasText: `#${number} · by cart` });
    await row.waitFor();
    await picture('orders');
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
    await page.getByText('The first 100 of 104 items.').waitFor();
    await picture('order');
    await page.getByRole('link', { name: cart.id.slice(-8) }).click();
    await page.getByRole('heading', { level: 1, name: `Cart ${cart.id.slice(-8)}` }).waitFor();
    await picture('cart');
    await page.getByRole('link', { name: `#${number}` }).click();
    await row.waitFor();
  });
});
