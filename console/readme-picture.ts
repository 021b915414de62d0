import type { Browser, Page } from 'playwright-core';

export const CHAT_WIDTH = 400;
export const CONSOLE_WIDTH = 900;
const HEIGHT = 764;
const GAP = 24;

const STYLE = `
  * { box-sizing: border-box; }
  body { margin: 0; display: flex; gap: ${GAP}px; padding: ${GAP}px; background: #e9ecf5; font: 15px/1.4 system-ui, sans-serif; }
  section { height: ${HEIGHT}px; overflow: hidden; border-radius: 14px; box-shadow: 0 8px 28px #0f172a2e; }
  .chat { width: ${CHAT_WIDTH}px; background: #1f1e22; color: #f4f4f5; }
  .chat p { margin: 0; padding: 20px 20px 4px; }
  .chat p.buyer { margin: 20px 20px 0 auto; width: fit-content; padding: 10px 16px; border-radius: 18px; background: #3a3940; }
  .console { width: ${CONSOLE_WIDTH}px; background: #fff; }
  img { width: 100%; }`;

/** Picture of a product card in a chat beside the console of the same store, of which both are screenshots. */
export async function besideEachOther(browser: Browser, card: Page, overview: Page): Promise<Buffer> {
  const [inChat, inConsole] = [await urlOf(card), await urlOf(overview)];
  const context = await browser.newContext({
    viewport: { width: CHAT_WIDTH + CONSOLE_WIDTH + 3 * GAP, height: HEIGHT + 2 * GAP },
  });
  const page = await context.newPage();
  await page.setContent(`<style>${STYLE}</style>
    <section class="chat"><p class="buyer">Find me a linen shirt for the summer.</p>
      <p>Northwind Outfitters has one, $10 off:</p><img src="${inChat}"></section>
    <section class="console"><img src="${inConsole}"></section>`);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function urlOf(page: Page): Promise<string> {
  return `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
}
