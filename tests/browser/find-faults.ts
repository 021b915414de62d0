import type { Page } from 'playwright-core';
import { allBarriers, overflow } from '../../testing/browser.ts';

/**
 * Returns the faults of a loaded page of the console: violations of axe's rules in light colors, those of the rules about colors in
 * dark ones, and a page that is wider than its window.
 */
export async function findFaults(page: Page): Promise<string[]> {
  await changeColors(page, 'light');
  const wide = await overflow(page);
  const inLight = await allBarriers(page.mainFrame());
  await changeColors(page, 'dark');
  const inDark = await allBarriers(page.mainFrame(), ['color-contrast']);
  return [
    ...(wide <= 0 ? [] : [`${wide} pixels wider than the window`]),
    ...inLight.map((fault) => `in light: ${fault}`),
    ...inDark.map((fault) => `in dark: ${fault}`),
  ];
}

/** Promise of the end of all transitions between the colors of the themes. */
const COLORS_CHANGED = `Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished)
).then(() => undefined)`;

async function changeColors(page: Page, colors: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: colors });
  await page.locator(`html[data-mantine-color-scheme=${colors}]`).waitFor();
  await page.evaluate(COLORS_CHANGED);
}
