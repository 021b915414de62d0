import { createService } from '../../src/service.ts';
import { readConfig } from '../../src/settings/config.ts';
import { type MadeUpShop, madeUpShop } from '../search/made-up-shop.ts';
import { answerParent, processorMs } from './answer-parent.ts';

/** The service at shops that answer at once, so that searches take its own time only. */
const service = await createService(readConfig(process.env), { platforms: { instant: madeUpShop } });
const port = Number(new URL(await service.listen({ backgroundWork: false })).port);

answerParent(async ({ connect, work }) => {
  if (connect) {
    const shop = connect as MadeUpShop;
    await service.connectStore({ platform: 'instant', slug: shop.slug, credentials: shop, sandbox: true });
  }
  if (work) await service.backgroundWork.drain();
  return { port, processorMs: processorMs(), residentBytes: process.memoryUsage.rss() };
});
