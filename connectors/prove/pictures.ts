import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { pictured } from '../../testing/browser.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'pictures', 'woocommerce');

const MARGIN = 12;

/** From the top left corner of `selector`, no larger than that. */
export type TakePicture = (page: Page, name: string, selector: string, height: number) => Promise<void>;

/** Small pictures for the merchant's guide. */
export async function takePicture(page: Page, name: string, selector: string, height: number): Promise<void> {
  await page.locator(selector).first().waitFor();
  await pictured(page);
  await page.evaluate('window.scrollTo(0, 0)');
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`Nothing to be seen at ${selector}.`);
  const [x, y] = [Math.max(0, box.x - MARGIN), Math.max(0, box.y - MARGIN)];
  const clip = { x, y, width: box.width + 2 * MARGIN, height: Math.min(box.height + 2 * MARGIN, height) };
  const png = await page.screenshot({ clip, fullPage: true, animations: 'disabled' });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.png`), png);
}
