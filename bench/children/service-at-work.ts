import { createService } from '../../src/service.ts';
import { readConfig } from '../../src/settings/config.ts';
import { delayedPlatform } from '../delayed-platform.ts';
import { instant } from '../instant-platform.ts';
import { type MadeUpShop, madeUpShop } from '../search/made-up-shop.ts';
import { answerParent, processorMs } from './answer-parent.ts';

/** The service, whose background work runs on demand only. */
const service = await createService(readConfig(process.env), {
  platforms: { instant, delayed: delayedPlatform(), large: madeUpShop },
});
const port = Number(new URL(await service.listen({ backgroundWork: false })).port);

answerParent(async ({ connect, work }) => {
  if (connect) {
    const credentials = connect as MadeUpShop;
    await service.connectStore({ platform: 'large', slug: credentials.slug, credentials, sandbox: true });
  }
  if (work) await service.backgroundWork.drain();
  return { port, processorMs: processorMs() };
});
