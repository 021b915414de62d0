import type { Store } from '../commerce/store.ts';
import type { Task } from '../storage/repositories/jobs.ts';
import { onService } from './on-service.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions } from './usage.ts';

const USAGE = `Lists what is done in the background: what waits, what is being done, and what failed last.

  tasks [<slug>] [--json]`;

export const tasks: Command = {
  summary: 'Lists the work in the background.',
  usage: USAGE,
  async run(args, config) {
    const { values, positionals } = readOptions(args, JSON_OPTION, USAGE);
    const [slug] = positionals;
    const list = await onService(config(), async (service) => {
      const stores = (await service.stores.list()).filter(
        (store) => slug === undefined || store.slug === slug,
      );
      const lists = await Promise.all(
        stores.map(async (store) => (await service.tasks.ofStore(store.id)).map((task) => ({ store, task }))),
      );
      return lists.flat();
    });
    say(values.json ? JSON.stringify(list.map(toJson), null, 2) : listed(list));
  },
};

interface ListedTask {
  store: Store;
  task: Task;
}

function toJson({ store, task }: ListedTask) {
  return {
    store: store.slug,
    kind: task.kind,
    subject: task.subject,
    running: task.running,
    run_at: task.runAt,
    attempts: task.attempts,
    progress: task.progress,
    last_error: task.lastError,
  };
}

function listed(list: ListedTask[]): string {
  if (list.length === 0) return 'Nothing is to be done.';
  return inColumns(
    ['STORE', 'TASK', 'SUBJECT', 'WHEN', 'TRIED', 'LAST FAILURE'],
    list.map(({ store, task }) => [
      store.slug,
      task.kind,
      task.subject,
      task.running ? 'now' : task.runAt.slice(0, 19).replace('T', ' '),
      String(task.attempts),
      task.lastError ?? '',
    ]),
  );
}
