import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { asVisitor } from '../buyer.ts';
import { TYPED_MS, untilQuiet } from '../quiet.ts';
import type { Place } from './carts.ts';

/** Purchase at the shop's checkout page. */
export interface Paid {
  /** Total on the page before the order, in minor units. */
  totalOnPage: number;
  /** WooCommerce's number of the order. */
  number: number;
  /** Fields that the buyer had to fill in. */
  typed: string[];
}

/** Opens the link as a new buyer, types what is blank, and places the order. */
export async function payAsFilledIn(browser: Browser, continueUrl: string, place: Place): Promise<Paid> {
  return asVisitor(browser, async (page) => {
    await page.goto(continueUrl);
    await page.locator(`${BLOCK.button}, ${CLASSIC.button}`).first().waitFor();
    await untilQuiet(page);
    const form = (await page.locator(CLASSIC.button).count()) > 0 ? CLASSIC : BLOCK;
    await assertAddress(page, form, place);
    const typed = await typeBlanks(page, form);
    const total = await page.locator(form.total).first().textContent();
    await form.pay(page);
    await placeOrder(page, form);
    await page.waitForURL(/order-received/).catch(async (cause: unknown) => {
      const complaints = await page.locator(COMPLAINTS).allInnerTexts();
      throw new Error(`No order came of it. The page says: ${complaints.join(' | ').slice(0, 300)}`, {
        cause,
      });
    });
    const totalOnPage = Number(total?.replaceAll(/\D/g, ''));
    return { totalOnPage, number: Number(/order-received\/(\d+)/.exec(page.url())?.[1]), typed };
  });
}

/** WooCommerce 9.9 may send a telephone number and move the button while it is pressed, which loses the click: a buyer presses again. */
async function placeOrder(page: Page, { button }: Form): Promise<void> {
  await page.locator(button).click();
  await untilQuiet(page);
  if (page.url().includes('order-received')) return;
  const isOrdered = page.waitForURL(/order-received/).catch(() => undefined);
  // A slow shop may still open the order's page, which has no button.
  await Promise.race([
    page
      .locator(button)
      .click()
      .catch(() => undefined),
    isOrdered,
  ]);
}

const COMPLAINTS =
  '.wc-block-components-notice-banner, .wc-block-components-validation-error, .woocommerce-error';

interface Form {
  button: string;
  total: string;
  /** Inputs that may not be blank. */
  required: string;
  /** Shows an address that is filled in. */
  card: string;
  pay(page: Page): Promise<void>;
}

const BLOCK: Form = {
  button: '.wc-block-components-checkout-place-order-button',
  total: '.wc-block-components-totals-footer-item .wc-block-components-totals-item__value',
  required: '.wc-block-checkout__form input[required]:visible',
  card: '.wc-block-components-address-card',
  pay: (page) => page.locator('#radio-control-wc-payment-method-options-cod').check({ force: true }),
};

const CLASSIC: Form = {
  button: '#place_order',
  total: '.order-total .amount',
  required: '.woocommerce-billing-fields .validate-required input:visible',
  card: '.woocommerce-billing-fields',
  async pay(page) {
    await page.locator('label[for="payment_method_cod"]').click();
    await page.waitForTimeout(700);
    await page.locator('.blockUI.blockOverlay').first().waitFor({ state: 'detached' });
  },
};

async function assertAddress(page: Page, { card }: Form, place: Place): Promise<void> {
  const inputs = await page
    .locator('form input:visible')
    .evaluateAll((all) => all.map((input) => (input as unknown as { value: string }).value));
  const cards = await page.locator(card).allInnerTexts();
  const page_text = [...inputs, ...cards].join('\n');
  for (const part of [place.street_address, place.address_locality, place.postal_code])
    assert.ok(page_text.includes(part), `${part} is not filled in`);
}

async function typeBlanks(page: Page, { required }: Form): Promise<string[]> {
  const typed: string[] = [];
  for (const input of await page.locator(required).all()) {
    if ((await input.inputValue()) !== '') continue;
    typed.push((await input.getAttribute('id')) ?? '');
    await input.fill('4155550100');
    await input.press('Tab');
  }
  if (typed.length > 0) await untilQuiet(page, TYPED_MS);
  return typed;
}
