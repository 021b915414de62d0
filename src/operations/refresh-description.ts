import { isSameShop } from '../commerce/store.ts';
import { instant, type StoreContext } from './store-context.ts';
import { IMPORT_PRODUCTS } from './store-jobs.ts';

/** An agent's request waits this long for the new description, which is read to its end all the same. */
const REFRESH_TIMEOUT_MS = 2_000;

/**
 * Asks the shop what it says of itself now, and replaces what is known of it in one write: name, currency, policies, tax.
 * Raced, the answer that was asked for last stands. True when something changed. Throws what the platform throws.
 */
export async function refreshDescription(
  context: Pick<StoreContext, 'store' | 'stores' | 'platform' | 'now' | 'caller'>,
): Promise<boolean> {
  const { store, stores, platform, caller } = context;
  const askedAt = instant(context);
  const description = await platform.readDescription({ ...caller, fresh: true });
  // An address that now leads to another shop is for its merchant to connect.
  if (!isSameShop(store.description, description)) return false;
  return stores.describe(store, description, askedAt, { kind: IMPORT_PRODUCTS });
}

/**
 * Refreshes the description when the shop answers in another currency than is known of it: once a minute at most for each
 * such currency, for a shop may sell in several.
 */
export async function detectCurrencyChange(
  context: StoreContext,
  currency: string | undefined,
): Promise<void> {
  const { store, descriptionChecks } = context;
  const known = store.description.currency;
  if (currency === undefined || currency === known) return;
  const key = `${store.id} ${known} ${currency}`;
  const check = descriptionChecks.get(key) ?? beginRefresh(context, key);
  await Promise.race([check, context.wait(REFRESH_TIMEOUT_MS)]);
}

/** The request's own work is done: a failure here is left to the next regular check. */
function beginRefresh(context: StoreContext, key: string): Promise<void> {
  const { descriptionChecks } = context;
  const check = refreshDescription(context).then(
    (isChanged) => void (isChanged && descriptionChecks.delete(key)),
    () => undefined,
  );
  descriptionChecks.set(key, check);
  return check;
}
