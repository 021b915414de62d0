import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  barriers,
  loaded,
  noBrowser,
  overflow,
  PASSWORD,
  signUp,
  startBrowser,
  startConsoleService,
  visitor,
} from '../../testing/browser.ts';
import { eventually } from '../../testing/eventually.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { signUpByMail } from '../../testing/merchant.ts';
import type { TestService } from '../../testing/test-service.ts';

const EMAIL = 'ada@shop.example';
const NEW_EMAIL = 'ada@mugs.example';

describe('the details of an account, in a browser', { skip: noBrowser() }, () => {
  let browser: Browser;
  let service: TestService;
  let server: MailServer;
  let page: Page;
  before(async () => {
    server = await startMailServer();
    const settings = { ...server.settings, SIGN_UP: 'open' };
    [service, browser] = await Promise.all([startConsoleService(settings), startBrowser()]);
    page = (await visitor(browser, service.baseUrl)).page;
    await signUp(page, EMAIL);
    await page.goto('/console/account');
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    await server?.close();
  });

  const section = (name: string) => page.getByRole('region', { name });

  async function openLink(to: string): Promise<void> {
    const readLink = () => {
      const text = server.mails.findLast((mail) => mail.to === to)?.text ?? '';
      return /http\S+change-email#\S+/.exec(text)?.[0];
    };
    await eventually(async () => readLink() !== undefined, `a link is mailed to ${to}`);
    // A mail program opens a page anew, where another fragment alone would stay on it.
    await page.goto('about:blank');
    await page.goto(readLink() ?? '');
    await page.getByRole('button', { name: 'Confirm the change' }).click();
  }

  async function askForChange(email: string): Promise<void> {
    server.mails.length = 0;
    await section('Your details').getByLabel('New e-mail').fill(email);
    await section('Your details').getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await section('Your details').getByRole('button', { name: 'Change e-mail' }).click();
  }

  it('saves another name', async () => {
    await section('Your details').getByLabel('Your name').fill('Ada Lovelace');
    await section('Your details').getByRole('button', { name: 'Save name' }).click();
    await page.getByText(`Ada Lovelace · ${EMAIL}`).waitFor();
  });

  it('confirms a first address at the new one alone, and the next one at both', async () => {
    await askForChange(NEW_EMAIL);
    await page.getByText(`A mail to ${NEW_EMAIL} is queued`).waitFor();
    await openLink(NEW_EMAIL);
    await page.getByText(`Ada Lovelace · ${NEW_EMAIL}`).waitFor();
    await askForChange(EMAIL);
    await openLink(NEW_EMAIL);
    await page.getByText(`Approved. A mail to ${EMAIL} is queued`).waitFor();
    assert.deepEqual(await barriers(page), []);
    await openLink(EMAIL);
    await page.getByText(`Ada Lovelace · ${EMAIL}`).waitFor();
  });

  it('says why the last owner of stores cannot be deleted, and what to do first', async () => {
    const region = section('Delete account');
    await region
      .getByText(/has 2 stores: demo-shopify, demo-woocommerce\. First invite another owner/)
      .waitFor();
    assert.equal(await region.getByRole('button', { name: 'Delete account' }).count(), 0);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual([await barriers(page), (await overflow(page)) <= 0], [[], true]);
    }
    await region.getByRole('link', { name: /Open Ada/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  });

  it('deletes an account that owns no store', async () => {
    const { page: other, context } = await visitor(browser, service.baseUrl);
    const email = 'ben@shop.example';
    await signUpByMail(service, server, { email, name: 'Ben', password: PASSWORD });
    await other.goto('/console/sign-in?to=/account');
    await other.getByLabel('E-mail').fill(email);
    await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    const region = other.getByRole('region', { name: 'Delete account' });
    await region.getByText("Ben's stores is deleted: it has no stores and no other members.").waitFor();
    await region.getByRole('button', { name: 'Delete account' }).click();
    const dialog = other.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
    assert.deepEqual(await barriers(other), []);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await loaded(other);
    await context.close();
  });
});
