import type { Browser, Page } from 'playwright-core';
import { followRequests, TYPED_MS, untilQuiet } from './quiet.ts';

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Buyer',
  address_1: '1 Main Street',
  city: 'San Francisco',
  postcode: '94110',
  phone: '4155550100',
};
const EMAIL = 'ada.buyer@example.com';

/** Opens a page as a new visitor, and closes the browser's window afterwards. */
export async function asVisitor<T>(browser: Browser, visit: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 1180, height: 900 },
  });
  context.setDefaultTimeout(45_000);
  try {
    const page = await context.newPage();
    followRequests(page);
    return await visit(page);
  } finally {
    await context.close();
  }
}

export interface Bought {
  checkout: 'block' | 'classic';
  /** Final address of the buyer, without secrets. */
  page: string;
}

interface Way {
  /** WooCommerce's name of the payment method: on delivery by default, or by bank transfer. */
  method?: 'cod' | 'bacs';
  /** Passes a page before the checkout. */
  before?: (page: Page) => Promise<void>;
}

/** Opens the address as a new buyer, pays, and submits twice. */
export async function buy(
  browser: Browser,
  continueUrl: string,
  { method = 'cod', before }: Way = {},
): Promise<Bought> {
  return asVisitor(browser, async (page) => {
    await page.goto(continueUrl);
    await before?.(page);
    const checkout = await checkoutOn(page);
    await typeAddress(page);
    await placeOrder(page, method);
    return { checkout, page: new URL(page.url()).pathname };
  });
}

/** Waits for the shop's checkout, and says which one it is. */
export async function checkoutOn(page: Page): Promise<Bought['checkout']> {
  await page.locator('.wc-block-components-checkout-place-order-button, #place_order').first().waitFor();
  return (await page.locator('#place_order').count()) > 0 ? 'classic' : 'block';
}

/** Fills in the form and leaves its last field, which sends the address to the shop. */
export async function typeAddress(page: Page): Promise<void> {
  if ((await checkoutOn(page)) === 'classic') return typeIntoForm(page);
  await typeIntoBlock(page);
  // The block sends what is typed a moment later, and loses a tap before the shop has answered.
  await untilQuiet(page, TYPED_MS);
}

/** Submits twice, and waits for the shop's confirmation. */
export async function placeOrder(page: Page, method: NonNullable<Way['method']>): Promise<void> {
  await ((await checkoutOn(page)) === 'classic' ? payClassic(page, method) : payBlock(page, method));
  await page.waitForURL(/order-received/).catch(async (cause: unknown) => {
    throw new Error(`No order came of it. The page says: ${await complaints(page)}`, { cause });
  });
}

async function typeIntoBlock(page: Page): Promise<void> {
  const kind = (await page.locator('#shipping-address_1, #shipping').count()) > 0 ? 'shipping' : 'billing';
  const edit = page.locator('.wc-block-components-address-card__edit[aria-expanded="false"]').first();
  await untilQuiet(page);
  if ((await edit.count()) > 0) await edit.click();
  await page.locator('#email').fill(EMAIL);
  await choose(page, `#${kind}-country`, 'US');
  await choose(page, `#${kind}-state`, 'CA');
  for (const [name, value] of Object.entries(ADDRESS)) {
    const field = page.locator(`#${kind}-${name}`);
    if ((await field.count()) > 0) await field.fill(value);
  }
  await page.locator('#email').press('Tab');
}

async function payBlock(page: Page, method: string): Promise<void> {
  const choice = page.locator(`#radio-control-wc-payment-method-options-${method}`);
  await choice.waitFor({ state: 'attached' });
  await choice.check({ force: true });
  await untilQuiet(page);
  await agree(page, '.wc-block-checkout__terms input[type=checkbox]');
  await page.locator('.wc-block-components-checkout-place-order-button').dblclick();
}

/** Accepts the shop's terms, if asked. */
async function agree(page: Page, selector: string): Promise<void> {
  const box = page.locator(selector).first();
  if ((await box.count()) > 0) await box.check({ force: true });
}

/** Newer checkouts have a list, older ones a field that completes what is typed, which begins with the shop's own. */
async function choose(page: Page, selector: string, value: string): Promise<void> {
  const list = page.locator(`select${selector}`);
  if ((await list.count()) > 0) await list.selectOption(value);
}

async function typeIntoForm(page: Page): Promise<void> {
  await page.locator('#billing_country').selectOption('US', { force: true });
  await page.locator('#billing_state').selectOption('CA', { force: true });
  for (const [name, value] of Object.entries({ ...ADDRESS, email: EMAIL })) {
    await page.locator(`#billing_${name}`).fill(value);
  }
  await page.locator('#billing_email').press('Tab');
  await settled(page);
}

async function payClassic(page: Page, method: string): Promise<void> {
  await page.locator(`#payment_method_${method}`).check({ force: true });
  await settled(page);
  await agree(page, '#terms');
  await page.locator('#place_order').dblclick();
}

/** The classic form asks for the totals anew after each change. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(700);
  await page.locator('.blockUI.blockOverlay').first().waitFor({ state: 'detached' });
  await untilQuiet(page);
}

async function complaints(page: Page): Promise<string> {
  const texts = await page
    .locator('.wc-block-components-notice-banner, .wc-block-components-validation-error, .woocommerce-error')
    .allInnerTexts();
  return texts.join(' | ').slice(0, 300);
}
