import type { Store } from '../commerce/store.ts';
import type { Job } from '../storage/repositories/jobs.ts';
import type { Config } from '../config.ts';
import type { JsonOption } from './declare.ts';
import { onService, storeCalled } from './on-service.ts';
import { inColumns, minute } from './table.ts';
import { say } from './terminal.ts';

export async function listJobs(
  config: Config,
  slug: string | undefined,
  { json }: JsonOption,
): Promise<void> {
  const list = await onService(config, async (service) => {
    const stores = slug === undefined ? await service.stores.list() : [await storeCalled(service, slug)];
    const lists = await Promise.all(
      stores.map(async (store) => (await service.jobs.ofStore(store.id)).map((job) => ({ store, job }))),
    );
    return lists.flat();
  });
  say(json ? JSON.stringify(list.map(toJson), null, 2) : listed(list));
}

interface ListedJob {
  store: Store;
  job: Job;
}

function toJson({ store, job }: ListedJob) {
  return {
    store: store.slug,
    kind: job.kind,
    subject: job.subject,
    running: job.running,
    run_at: job.runAt,
    attempts: job.attempts,
    progress: job.progress,
    last_error: job.lastError,
  };
}

function listed(list: ListedJob[]): string {
  if (list.length === 0) return 'There are no jobs.';
  return inColumns(
    ['STORE', 'JOB', 'SUBJECT', 'RUNS AT', 'ATTEMPTS', 'LAST ERROR'],
    list.map(({ store, job }) => [
      store.slug,
      job.kind,
      job.subject,
      job.running ? 'now' : minute(job.runAt),
      String(job.attempts),
      job.lastError ?? '',
    ]),
  );
}
