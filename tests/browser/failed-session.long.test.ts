import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agentOf, findVariant } from '../../testing/agent.ts';
import { barriers, noBrowser } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const STORE = '/console/stores/demo-shopify';

describe('a failed session on the console', { skip: noBrowser() }, () => {
  const at = forSuite(() => merchantInBrowser());

  it('says why it failed, and leads to the refused request and back', async () => {
    const { page } = at.merchant;
    const agent = agentOf(at.service.baseUrl, 'demo-shopify');
    const { id, productId } = await findVariant(agent, 'mug');
    const variants = at.service.shop('demo-shopify').control.products.flatMap((product) => product.variants);
    for (const variant of variants) if (id.endsWith(`/${variant.id}`)) variant.stock = 0;
    const { status, body } = await agent.createSession([[id, 3]]);
    assert.equal(status, 409, productId);
    const { error } = body as unknown as { error: string };

    await page.goto(`${STORE}/sessions`);
    const row = page.getByRole('row').filter({ hasText: 'Failed' });
    await row.getByRole('link').first().click();
    const why = page.getByRole('alert').filter({ hasText: 'Why this session failed' });
    await why.getByText(error).waitFor();
    assert.match((await why.getByRole('list').textContent()) ?? '', /^3 × .*mug/i);
    assert.deepEqual(await barriers(page), []);
    const session = page.url();

    await why.getByRole('link', { name: 'View the failed request' }).click();
    await page.getByRole('heading', { name: 'POST /checkout-sessions' }).waitFor();
    await page.getByText(error).first().waitFor();
    await page.getByRole('link', { name: session.slice(-8) }).click();
    await page.waitForURL(session);
  });

  it('shows a session that its agent canceled as canceled', async () => {
    const { page } = at.merchant;
    const agent = agentOf(at.service.baseUrl, 'demo-shopify');
    const { id } = await findVariant(agent, 'shoe');
    const { body } = await agent.createSession([id]);
    await agent.cancel(body.id);
    await page.goto(`${STORE}/sessions/${body.id}`);
    await page.getByText('Canceled', { exact: true }).first().waitFor();
    await page.getByText('It was canceled.').waitFor();
    assert.equal(await page.getByText('Failed', { exact: true }).count(), 0);
  });
});
