import { TAG_ORDER } from '../operations/apply-platform-order.ts';
import type { Caller } from '../platforms/store-platform.ts';
import { checkSubscriptions } from './check-subscriptions.ts';
import { importProducts } from './import-products.ts';
import { refreshOrder } from './refresh-order.ts';
import { refreshProduct } from './refresh-product.ts';
import { tagOrder } from './tag-order.ts';
import type { TaskKind, TaskKinds } from './task-kind.ts';
import type { StoreTask, UpkeepContext } from './upkeep-context.ts';

/** About two days of a shop that does not answer. What is missed then, the next read or the next whole reading finds. */
const MOST_ATTEMPTS = 100;

/** Everything that is done in the background. */
const STORE_TASKS = {
  /** Subject: the product's GID. */
  refresh_product: { run: refreshProduct, attempts: MOST_ATTEMPTS },
  /** Subject: the platform's GID of the order. */
  refresh_order: { run: refreshOrder, attempts: MOST_ATTEMPTS },
  [TAG_ORDER]: { run: tagOrder, attempts: MOST_ATTEMPTS },
  check_subscriptions: { run: checkSubscriptions },
  import_products: { run: importProducts, long: true },
} satisfies Record<string, Omit<TaskKind, 'run'> & { run: StoreTask }>;

export type TaskName = keyof typeof STORE_TASKS;

/** What every store has from its connecting on, and is done regularly. */
export const REGULAR_TASKS: readonly TaskName[] = ['check_subscriptions', 'import_products'];

/** Undefined for a store that is gone: nothing is left to be done for it. */
export type OpenStoreForUpkeep = (storeId: string, caller: Caller) => Promise<UpkeepContext | undefined>;

export function taskKinds(open: OpenStoreForUpkeep): TaskKinds {
  return Object.fromEntries(
    Object.entries(STORE_TASKS).map(([name, kind]) => [name, { ...kind, run: forStore(open, kind.run) }]),
  );
}

function forStore(open: OpenStoreForUpkeep, run: StoreTask): TaskKind['run'] {
  return async (task) => {
    const context = await open(task.storeId, { requestId: task.id, fresh: true });
    return context && run(context, task);
  };
}
