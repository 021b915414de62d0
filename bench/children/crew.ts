import cluster from 'node:cluster';
import { pickFreePort } from '../../src/cli/serve/listening.ts';
import { startWorkers } from '../../src/cli/serve/workers.ts';
import { createLog } from '../../src/observability/log.ts';
import { createService } from '../../src/service.ts';
import { readConfig } from '../../src/settings/config.ts';
import { platforms } from '../../src/store-platforms/index.ts';
import { instant } from '../instant-platform.ts';
import { answerParent, processorMs } from './answer-parent.ts';

/** Worker pool on one port, as `npm start -- --workers` runs it, with an additional store platform. */
if (cluster.isWorker) await work();
else await mind(Number(process.env.BENCH_WORKERS));

async function work(): Promise<void> {
  const service = await createService(readConfig(process.env), { platforms: { ...platforms, instant } });
  process.on('message', (message: object) => {
    if ('howBusy' in message) process.send?.({ processorMs: processorMs() });
  });
  process.send?.({ listening: await service.listen() });
}

async function mind(count: number): Promise<void> {
  const settings = readConfig(process.env);
  const port = await pickFreePort(settings);
  const log = createLog(settings.logLevel);
  await startWorkers(new AsyncDisposableStack(), { ...settings, port }, log, count);
  answerParent(async () => {
    const workers = Object.values(cluster.workers ?? {});
    const each = await Promise.all(workers.map(busyOf));
    return { port, processorMs: each.reduce((sum, ms) => sum + ms, processorMs()) };
  });
}

function busyOf(worker: NonNullable<typeof cluster.worker> | undefined): Promise<number> {
  return new Promise((resolve) => {
    const listen = (message: { processorMs?: number }) => {
      if (message.processorMs === undefined) return;
      worker?.off('message', listen);
      resolve(message.processorMs);
    };
    worker?.on('message', listen).send({ howBusy: true });
  });
}
