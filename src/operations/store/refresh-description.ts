import { DESCRIPTION_JOBS } from '../../commerce/job/job-names.ts';
import { isSameShop } from '../../commerce/store/store.ts';
import { MINUTE_MS } from '../../commerce/time/time.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';

/** Bound of an agent's wait; the refresh itself continues. */
const REFRESH_TIMEOUT_MS = 2_000;

/** Stores the shop's description (name, currency, policies, tax); raced, the latest request wins. True when it has changed. */
export async function refreshDescription(
  context: Pick<StoreContext, 'store' | 'stores' | 'platform' | 'now' | 'caller'>,
): Promise<boolean> {
  const { store, stores, platform, caller } = context;
  const askedAt = getInstant(context);
  const description = await platform.readDescription({ ...caller, fresh: true });
  // The address leads to another shop now: its merchant has to connect that.
  if (!isSameShop(store.description, description)) return false;
  return stores.describe(store, description, askedAt, DESCRIPTION_JOBS);
}

/**
 * Refreshes the description when the shop answers in another currency, once a minute for each: it may sell in several. Ignores
 * failures: the next regular check refreshes it.
 */
export async function detectCurrencyChange(context: StoreContext, currency: string | undefined) {
  const { store } = context;
  const storeCurrency = store.description.currency;
  if (currency === undefined || currency === storeCurrency) return;
  const key = `${store.id} ${storeCurrency} ${currency}`;
  const check = context.runOncePer(key, MINUTE_MS, () => refreshDescription(context).catch(() => false));
  if (check) await Promise.race([check, context.wait(REFRESH_TIMEOUT_MS)]);
}
