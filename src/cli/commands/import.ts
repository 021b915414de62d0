import { setTimeout as sleep } from 'node:timers/promises';
import { CommerceError } from '../../commerce/errors.ts';
import { IMPORT_PRODUCTS } from '../../commerce/job/job-names.ts';
import type { Store } from '../../commerce/store/store.ts';
import { startImport } from '../../merchant/stores/catalog-state.ts';
import type { AtStore } from '../../merchant/visit.ts';
import { readProgress } from '../../operations/store/import-progress.ts';
import type { Service } from '../../service.ts';
import type { Job } from '../../storage/repositories/jobs/job-queue.ts';
import { countText } from '../shell/format.ts';
import { withStore } from '../shell/on-service.ts';
import { type Progress, withProgressBar } from '../shell/progress-bar.ts';
import { type JsonOption, paint, reportDone } from '../shell/terminal.ts';

const POLL_INTERVAL_MS = 200;

/** Syncs a store's products, and shows the progress on a terminal. */
export const importCatalog = withStore(async (at, service, { json }: JsonOption) => {
  const { slug, id } = at.store;
  const bar = { name: slug, things: 'products', json };
  const synced = await withProgressBar(bar, (show) => waitUntilImported(service, at, show));
  const products = await service.products.count(id);
  const { startedAt: started_at, finishedAt: finished_at, limited } = synced;
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  const sentence = `${countText(products, 'product')} of ${paint('bold', slug)} synced in ${seconds.toFixed(1)} s.`;
  const text = limited === null ? sentence : `${sentence} ${limited}`;
  return reportDone({ slug, products, started_at, finished_at, limited }, text);
});

/** Runs the import here, unless another process runs it. Throws when an attempt fails. */
async function waitUntilImported(service: Service, at: AtStore, show: (progress: Progress) => void) {
  const { store } = at;
  const earlier = await service.products.findLastImport(store.id);
  const before = await findJob(service, store);
  // A running attempt is the awaited one.
  const attempts = before ? before.attempts - Number(before.running) : 0;
  await startImport(at);
  const runner = service.runnerOf([IMPORT_PRODUCTS]);
  runner.start();
  try {
    for (;;) {
      const last = await service.products.findLastImport(store.id);
      if (last && last.finishedAt !== earlier?.finishedAt) return last;
      const job = await findJob(service, store);
      if (job && !job.running && job.lastError !== null && job.attempts > attempts) throw toStoppedError(job);
      const progress = readProgress(job?.progress);
      if (progress && progress.finishedAt === null) show(progress);
      await sleep(POLL_INTERVAL_MS);
    }
  } finally {
    await runner.stop();
  }
}

async function findJob(service: Service, store: Store): Promise<Job | undefined> {
  return (await service.jobs.listOfStore(store.id)).find((job) => job.kind === IMPORT_PRODUCTS);
}

function toStoppedError({ lastError, progress }: Job): CommerceError {
  const last = readProgress(progress);
  const done = last?.finishedAt === null ? last.done : 0;
  const message = `The sync stopped after ${countText(done, 'product')}: ${lastError} It continues automatically while the service runs, or when you run this command again.`;
  return new CommerceError('platform_error', message);
}
