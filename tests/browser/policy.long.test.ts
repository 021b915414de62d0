import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PLAYGROUND_AGENT, PLAYGROUND_UCP_AGENT } from '../../src/commerce/policy/agents.ts';
import { agentOf } from '../../testing/agent.ts';
import { barriers, noBrowser } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { newSession } from '../integration/merchants/activity.ts';
import { merchantInBrowser } from './merchant-in-browser.ts';

const SLUG = 'demo-shopify';
const SHOTS = process.env.POLICY_SHOTS;

describe('Rules for agents in the console', { skip: noBrowser() }, () => {
  const bot = () => agentOf(at.service.baseUrl, SLUG, { 'user-agent': 'bot.example/1.0' });

  const at = forSuite(() => merchantInBrowser());
  before(() => newSession(bot()));

  it('forecast a rule before it is saved, count it in the shadow, and refuse once it is on', async () => {
    const { page } = at.merchant;
    await page.goto(`/console/stores/${SLUG}/policy`);
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await page.getByText('No rules: every agent may do everything.').waitFor();
    await page.getByText('Nothing is refused without a rule.').waitFor();
    assert.equal(await bar.count(), 0);
    await page.getByRole('combobox', { name: 'Agents', exact: true }).fill('bot');
    await page.getByRole('option', { name: 'bot.example' }).click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('1 session refused, 0 of them became orders.').waitFor();
    await page.getByText('Saving adds block-1.').waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/forecast.png`, fullPage: true });
    assert.equal((await bot().get('/catalog/search?q=mug')).status, 200);

    await bar.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rules apply now.').first().waitFor();
    assert.equal((await bot().get('/catalog/search?q=mug')).status, 200, 'in the shadow it refuses nothing');
    await page.reload();
    await page.getByText('bot.example would be blocked.').waitFor();
    await page.getByText('In the last 14 days it would have refused 1 call in shadow mode.').waitFor();

    await page.getByRole('radiogroup', { name: 'Mode of block-1' }).getByText('On', { exact: true }).click();
    await page.getByText('Saving changes mode of block-1.').waitFor();
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay on this page' }).click();
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
    assert.equal((await bot().get('/catalog/search?q=mug')).status, 404);
  });

  it('keep a draft when another person saves meanwhile, and refuse to overwrite that', async () => {
    const { page, context } = at.merchant;
    await page.goto(`/console/stores/${SLUG}/policy`);
    await page.getByRole('radiogroup', { name: 'Mode of block-1' }).getByText('Off', { exact: true }).click();
    const path = `/api/merchant/stores/${SLUG}/policy`;
    const { rules } = (await (await context.request.get(path)).json()) as { rules: { mode: string }[] };
    const other = rules.map((rule) => ({ ...rule, mode: 'shadow' }));
    const headers = { origin: at.service.baseUrl };
    assert.equal((await context.request.put(path, { data: { rules: other }, headers })).status(), 200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByRole('alert').filter({ hasText: 'The rules were not saved' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await bar.waitFor({ state: 'detached' });
    const modes = page.getByRole('radiogroup', { name: 'Mode of block-1' });
    assert.equal(await modes.getByRole('radio', { name: 'Shadow' }).isChecked(), true);
    await modes.getByText('Off', { exact: true }).click();
    await page.route(`**${path}`, async (route) => {
      await modes.getByText('On', { exact: true }).click();
      await route.continue();
    });
    await bar.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rules apply now.').waitFor();
    await page.unroute(`**${path}`);
    assert.equal(await modes.getByRole('radio', { name: 'On' }).isChecked(), true);
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
  });

  it('name what is wrong in a new rule at its field', async () => {
    const { page } = at.merchant;
    await page.goto(`/console/stores/${SLUG}/policy`);
    const field = (name: string) =>
      page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));
    const add = async (kind: string, fields: Record<string, string>) => {
      await page.getByLabel('Kind').selectOption(kind);
      for (const [label, text] of Object.entries(fields)) await field(label).fill(text);
      await page.getByRole('button', { name: 'Add rule' }).click();
    };
    const wrong = async (label: string, text: string) => {
      await page.getByText(text, { exact: true }).waitFor();
      assert.equal(await field(label).getAttribute('aria-invalid'), 'true');
    };
    await add('limit', { 'Calls a minute': 'many' });
    await wrong('Calls a minute', 'Must be calls a minute, an integer from 1 to 100000');
    await add('deliver', {});
    await wrong('Countries', 'Choose a country');
    await add('hours', {});
    await page.getByText('Choose a day', { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Days' }).getByText('Mon').click();
    await field('From (UTC)').fill('25');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await wrong('From (UTC)', 'Must be a time from 00:00 to 24:00, HH:MM');
    await add('cap', { 'Pieces of one item': '', 'Highest subtotal (USD)': '12,50' });
    await wrong('Highest subtotal (USD)', 'Enter an amount such as 1250');
    await add('cap', { 'Highest subtotal (USD)': '' });
    await wrong('Pieces of one item', 'Enter a quantity or a subtotal');
    assert.equal(await page.getByText('The rule was not added').count(), 0);
  });

  it('take days, times, countries and categories as people write and choose them', async () => {
    const { page } = at.merchant;
    await page.goto(`/console/stores/${SLUG}/policy`);
    await page.getByLabel('Kind').selectOption('hours');
    for (const day of ['Mon', 'Fri']) await page.getByRole('group', { name: 'Days' }).getByText(day).click();
    await page.getByRole('combobox', { name: 'From (UTC)' }).fill('9');
    await page.getByRole('combobox', { name: 'To', exact: true }).fill('5 pm');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('All agents could order only on Monday and Friday from 09:00 to 17:00.').waitFor();
    await page.getByLabel('Kind').selectOption('deliver');
    await page.getByRole('combobox', { name: 'Countries' }).fill('germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('All agents could order only for delivery to Germany.').waitFor();
    await page.getByLabel('Kind').selectOption('hide');
    await page.getByRole('combobox', { name: 'Categories and products' }).click();
    const categories = page.getByRole('listbox', { name: 'Categories and products' });
    const category = await categories.getByRole('option').first().textContent();
    await categories.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText(`All agents would not see ${category}.`).waitFor();
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    const banner = page.getByRole('banner', { includeHidden: true });
    const header = (await banner.boundingBox()) ?? assert.fail('there is no header');
    const { y, height } = (await bar.boundingBox()) ?? assert.fail('there is no bar');
    assert.ok(y + height <= header.y + header.height, 'the bar covers the header alone');
    assert.equal(await banner.isVisible(), false, 'nothing behind the bar takes the focus');
    assert.deepEqual(await barriers(page), []);
    await bar.getByRole('button', { name: 'Discard' }).click();
  });

  it('can be edited in place, keep id and mode, and speak in sentences', async () => {
    const { page } = at.merchant;
    await page.goto(`/console/stores/${SLUG}/policy`);
    await page.getByLabel('Kind').selectOption('cap');
    await page.getByLabel('Pieces of one item', { exact: true }).fill('5');
    await page.getByRole('button', { name: 'Add rule' }).click();
    const rule = page.getByRole('article', { name: 'cap-1' });
    await rule.getByText('All agents could put at most 5 of one item into a cart.').waitFor();
    await rule.getByRole('radiogroup').getByText('On', { exact: true }).click();
    await rule.getByRole('button', { name: 'Edit cap-1' }).click();
    const form = page.getByRole('region', { name: 'Edit cap-1' });
    assert.equal(await form.getByLabel('Kind').isDisabled(), true);
    const pieces = form.getByLabel('Pieces of one item', { exact: true });
    assert.equal(await pieces.inputValue(), '5');
    await pieces.fill('-1');
    await form.getByRole('button', { name: 'Change rule' }).click();
    await form.getByText(/^Must be/).waitFor();
    assert.equal(await pieces.getAttribute('aria-invalid'), 'true');
    await pieces.fill('8');
    for (const agent of ['ChatGPT', 'Claude']) {
      await form.getByRole('combobox', { name: 'Agents', exact: true }).fill(agent);
      await page.keyboard.press('Enter');
    }
    await form.getByLabel('Highest subtotal (USD)').fill('250');
    await form.getByRole('button', { name: 'Change rule' }).click();
    await rule
      .getByText('ChatGPT and Claude may put at most 8 of one item and goods for $250.00 into a cart.')
      .waitFor();
    assert.equal(await rule.getByRole('radio', { name: 'On' }).isChecked(), true);
    await page.getByRole('heading', { name: 'Add a rule' }).waitFor();
    await rule.getByRole('button', { name: 'Edit cap-1' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Add a rule' }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Discard' }).click();
    await rule.waitFor({ state: 'detached' });
  });

  it('name what is wrong in imported rules', async () => {
    const { page } = at.merchant;
    await page.goto(`/console/stores/${SLUG}/policy`);
    const rules = [{ id: 'far', mode: 'on', kind: 'deliver', countries: ['Germany'] }];
    await page.getByRole('button', { name: 'Edit rules as JSON' }).click();
    await page.getByRole('textbox', { name: 'Rules as JSON' }).fill(JSON.stringify({ rules }));
    await page.getByRole('button', { name: 'Import rules' }).click();
    await page.getByText('rules.0.countries.0 must be an ISO 3166-1 alpha-2 country code').waitFor();
  });

  it('shows the rules for agents without accessibility barriers at two widths', async () => {
    const { page, foreign } = at.merchant;
    await page.goto(`/console/stores/${SLUG}/policy`);
    await page.getByRole('article', { name: 'block-1' }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await barriers(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/narrow.png`, fullPage: true });
    assert.deepEqual(foreign, []);
  });

  it('count tests at a test store, and leave them out when tests are hidden', async () => {
    const { page, context } = at.merchant;
    const agents = [{ name: PLAYGROUND_AGENT }];
    const answer = await context.request.put(`/api/merchant/stores/${SLUG}/policy`, {
      data: { rules: [{ id: 'no-tests', mode: 'on', kind: 'block', agents }] },
      headers: { origin: at.service.baseUrl },
    });
    assert.equal(answer.status(), 200);
    const playground = agentOf(at.service.baseUrl, SLUG, { 'ucp-agent': PLAYGROUND_UCP_AGENT });
    assert.equal((await playground.get('/catalog/search?q=mug')).status, 404);
    await page.goto(`/console/stores/${SLUG}/policy`);
    await page.getByText('In the last 14 days it refused 1 call.').waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/tests.png`, fullPage: true });
    await page.getByRole('switch', { name: 'Show tests' }).click();
    await page.getByText('It has refused no call in the last 14 days.').waitFor();
  });
});
