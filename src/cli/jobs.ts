import type { Store } from '../commerce/store/store.ts';
import { minute } from '../merchant/command.ts';
import { storeCalled } from '../merchant/operator.ts';
import type { Job } from '../storage/repositories/job-queues.ts';
import { operatorOf, withService } from './on-service.ts';
import { inColumns } from './table.ts';

export const listJobs = withService(async (service, slug: string | undefined) => {
  const stores =
    slug === undefined ? await service.stores.list() : [await storeCalled(operatorOf(service), slug)];
  const lists = await Promise.all(
    stores.map(async (store) => (await service.jobs.ofStore(store.id)).map((job) => ({ store, job }))),
  );
  const list = lists.flat();
  return { data: list.map(toJson), text: listed(list) };
});

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
