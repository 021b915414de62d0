import { delayedPlatform } from '../delayed-platform.ts';
import { instant } from '../instant-platform.ts';
import { type MadeUpShop, madeUpShop } from '../search/made-up-shop.ts';
import { answerParent, processorMs } from './answer-parent.ts';
import { startService } from './start-service.ts';

/** The service at shops that answer at once or late, whose background work runs on demand only. */
const platforms = { instant, delayed: delayedPlatform(), large: madeUpShop };
const { service, port } = await startService(platforms, { backgroundWork: false });

answerParent(async ({ connect, work }) => {
  if (connect) {
    const credentials = connect as MadeUpShop;
    await service.connectStore({ platform: 'large', slug: credentials.slug, credentials, sandbox: true });
  }
  if (work) await service.backgroundWork.drain();
  return { port, processorMs: processorMs(), residentBytes: process.memoryUsage.rss() };
});
