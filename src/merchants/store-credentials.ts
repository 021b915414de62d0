import { CommerceError } from '../commerce/errors.ts';
import { isSameShop, nameOf, type Store, type StoreDescription } from '../commerce/store.ts';
import type { AccessDiagnostic } from '../store-platforms/store-platform.ts';
import { CHECK_SUBSCRIPTIONS } from '../operations/store-jobs.ts';
import { type AtStore, by, callerAt } from './at-store.ts';
import { nowOf } from './merchant-context.ts';
import { reread } from './store-settings.ts';

/** Credentials that locate the shop. Saved secrets are never sent to a new location. */
const ADDRESSES = ['domain', 'url'];

type Credentials = Record<string, unknown>;

/**
 * Replaces credentials after testing them against the same shop. Members left out are kept, null removes one.
 * Throws `conflict` for another shop's credentials.
 */
export async function rotateCredentials(at: AtStore, given: Credentials): Promise<Store> {
  const { context, store } = at;
  const wanted = merge((await context.stores.credentialsOf(store.id)) as Credentials | null, given);
  const { platform, credentials } = context.connecting.open(store.platform, wanted);
  const description = await platform.describeStore(callerAt(at)).catch(async (error: unknown) => {
    throw await withFields(error, () => platform.checkAccess(callerAt(at)));
  });
  if (!isSameShop(store.description, description)) throw anotherShop(store, description);
  const changed = by(at, 'store.credentials_changed', { members: Object.keys(given).sort() });
  const now = nowOf(at);
  await context.stores.reconnect(store.id, description, credentials, now, changed);
  // A new app secret signs the webhooks from now on. After a crash before this, the recurring check repairs them.
  if (store.disconnectedAt === null) {
    await context.jobs.enqueue({ storeId: store.id, kind: CHECK_SUBSCRIPTIONS, isUrgent: true }, now);
    context.wake();
  }
  return reread(at);
}

/** Names the credentials that the shop refuses, each with the cause and the remedy. */
async function withFields(error: unknown, check: () => Promise<AccessDiagnostic[]>): Promise<unknown> {
  if (!(error instanceof CommerceError) || error.wrong === undefined) return error;
  const details = (await check()).flatMap(({ title, remedy = '', fields = [] }) =>
    fields.map((field) => ({ path: `credentials.${field}`, message: `${title} ${remedy}`.trim() })),
  );
  return details.length > 0 ? new CommerceError(error.kind, error.message, { details }) : error;
}

function merge(kept: Credentials | null, given: Credentials): Credentials {
  const isElsewhere = ADDRESSES.some((name) => given[name] !== undefined && given[name] !== kept?.[name]);
  const all = isElsewhere ? given : { ...kept, ...given };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function anotherShop(store: Store, { name, hosts }: StoreDescription): CommerceError {
  const [host = name] = hosts;
  return new CommerceError(
    'conflict',
    `These credentials belong to another shop, ${name} (${host}); this store is ${nameOf(store)} (${store.description.hosts[0]}). Nothing was changed. Add the other shop as a new store.`,
  );
}
