import { platforms } from '../../src/store-platforms/index.ts';
import { delayedPlatform } from '../delayed-platform.ts';
import { instant } from '../instant-platform.ts';
import { answerParent, processorMs } from './answer-parent.ts';
import { count } from './counting.ts';
import { startService } from './start-service.ts';

/** The service as users run it, with two additional store platforms. */
const { service, port } = await startService({ ...platforms, instant, delayed: delayedPlatform() });

answerParent(async (question) => {
  if (question.connect)
    await service.connectOrReconnectStore(
      question.connect as { slug: string; platform: string; credentials: unknown },
    );
  if (typeof question.freshness === 'number') await setFreshness(question.freshness);
  return { port, processorMs: processorMs(), ...(await count(question)) };
});

async function setFreshness(freshnessSeconds: number): Promise<void> {
  const store = await service.stores.find('small');
  const by = { actor: { accountId: null, name: 'bench' }, action: 'store.settings_changed' } as const;
  if (store)
    await service.stores.setSettings(store.id, { freshnessSeconds }, new Date().toISOString(), by, []);
}
