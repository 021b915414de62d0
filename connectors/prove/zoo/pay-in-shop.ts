import type { BrowserContext, Page } from 'playwright-core';
import { followRequests, TYPED_MS, untilQuiet } from '../quiet.ts';
import { until } from '../until.ts';

/** Checkout as the buyer's browser showed it. */
export interface Seen {
  /** False when another page stood in place of the checkout. */
  isCheckout: boolean;
  /** Total on the checkout page, as it is written there. */
  total: string | undefined;
  /** WooCommerce's number of the order; undefined where none came of it. */
  order: number | undefined;
  /** Reason for no order: the page's complaints, or the page that stood in the checkout's place. */
  said: string;
}

const BUTTON =
  ':is(.wc-block-components-checkout-place-order-button, .wc-block-checkout__actions_row button, #place_order):visible';
const TOTALS = {
  block: '.wc-block-components-totals-footer-item .wc-block-components-totals-item__value',
  classic: '.order-total .amount',
};
const COMPLAINTS =
  '.wc-block-components-notice-banner.is-error, .wc-block-components-validation-error, .woocommerce-error, .wc-block-components-notice-banner.is-warning';
const BLANKS = {
  block: '.wc-block-checkout__form :is(input[required], select[required]):visible',
  classic: 'form.checkout .validate-required :is(input, select, textarea):visible',
};
/** Time for a page to show a checkout, in milliseconds. */
const CHECKOUT_MS = 20_000;
/** Longest wait for a page to be quiet, in milliseconds. */
const CALM_MS = 8_000;
/** Time for the shop to take or refuse the order, in milliseconds. */
const ORDER_MS = 25_000;

/** Opens the link as a new buyer, types what is blank, reads the total and places the order. Keeps the scripts of earlier buyers. */
export async function payInShop(context: BrowserContext, continueUrl: string): Promise<Seen> {
  await context.clearCookies();
  const page = await context.newPage();
  try {
    followRequests(page);
    return await payOnPage(page, continueUrl);
  } finally {
    await page.evaluate('localStorage.clear()').catch(() => undefined);
    await page.close();
  }
}

async function payOnPage(page: Page, continueUrl: string): Promise<Seen> {
  const answer = await page.goto(continueUrl);
  const button = page.locator(BUTTON).first();
  const isCheckout = await button.waitFor({ timeout: CHECKOUT_MS }).then(
    () => true,
    () => false,
  );
  if (!isCheckout)
    return {
      isCheckout,
      total: undefined,
      order: undefined,
      said: await describePage(page, answer?.status()),
    };
  await untilCalm(page);
  const kind = (await page.locator('#place_order').count()) > 0 ? 'classic' : 'block';
  await fillIn(page, kind);
  await choosePayment(page, kind);
  const total = await page
    .locator(TOTALS[kind])
    .first()
    .textContent({ timeout: 5_000 })
    .then(
      (text) => text?.trim(),
      () => undefined,
    );
  await submit(page);
  const order = Number(/order-received\/(\d+)/.exec(page.url())?.[1]) || undefined;
  return { isCheckout, total, order, said: order ? '' : await readComplaints(page) };
}

/** Plugins that poll keep a request open for ever. */
async function untilCalm(page: Page, quietMs?: number): Promise<void> {
  await Promise.race([untilQuiet(page, quietMs).catch(() => undefined), page.waitForTimeout(CALM_MS)]);
}

async function describePage(page: Page, status = 0): Promise<string> {
  const complaints = await readComplaints(page);
  if (complaints !== '') return complaints;
  const text = ((await page.locator('body').textContent()) ?? '').replaceAll(/\s+/g, ' ').slice(0, 160);
  return `${status} ${new URL(page.url()).pathname}: ${text}`;
}

async function readComplaints(page: Page): Promise<string> {
  const texts = await page.locator(COMPLAINTS).allInnerTexts();
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))].join(' | ').slice(0, 300);
}

async function fillIn(page: Page, kind: keyof typeof BLANKS): Promise<void> {
  const typed: string[] = [];
  for (const field of await page.locator(BLANKS[kind]).all()) {
    const { tag, type, value } = await field.evaluate((element) => {
      const { tagName, type, value } = element as unknown as Record<'tagName' | 'type' | 'value', string>;
      return { tag: tagName, type, value };
    });
    if (value !== '' && type !== 'checkbox') continue;
    if (type === 'checkbox') await field.check({ force: true });
    else if (tag === 'SELECT') await field.selectOption({ index: 1 });
    else await field.fill('4155550100', { force: true });
    typed.push(type);
  }
  for (const box of await page.locator('#terms, .wc-block-checkout__terms input[type=checkbox]').all())
    await box.check({ force: true });
  if (typed.length > 0) {
    await page.keyboard.press('Tab');
    await untilCalm(page, TYPED_MS);
  }
}

/** On delivery where the shop offers it, else by bank transfer, else what is chosen. */
async function choosePayment(page: Page, kind: keyof typeof BLANKS): Promise<void> {
  for (const method of ['cod', 'bacs']) {
    const radio = page.locator(
      kind === 'classic' ? `#payment_method_${method}` : `#radio-control-wc-payment-method-options-${method}`,
    );
    if ((await radio.count()) === 0) continue;
    await radio.check({ force: true });
    break;
  }
  await page.waitForTimeout(700);
  await page.locator('.blockUI.blockOverlay').first().waitFor({ state: 'detached' });
  await untilCalm(page);
}

async function submit(page: Page): Promise<void> {
  for (let presses = 0; presses < 2; presses += 1) {
    const button = page.locator(BUTTON).first();
    if ((await button.count()) === 0) return;
    const before = await readComplaints(page);
    await button.click({ timeout: 5_000 }).catch(() => undefined);
    const isAnswered = await until(
      'the shop answers',
      async () => /order-received/.test(page.url()) || ![before, ''].includes(await readComplaints(page)),
      ORDER_MS,
    ).catch(() => false);
    if (isAnswered || before !== '') return;
  }
}
