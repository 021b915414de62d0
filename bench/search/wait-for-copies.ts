import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/storage/engine/database.ts';
import { serviceSearch } from './shops.ts';

const POLL_INTERVAL_MS = 500;
const TIMEOUT_MS = 30 * 60_000;
/** Time for subscribing to the shops' events and for reading the copies into an index, with searches that ask for it. */
const WARM_UPS = 20;

interface Copies {
  database: string;
  baseUrl: string;
  /** Older imports do not count. */
  began: string;
  slugs: readonly string[];
}

/** Waits until every store's catalog is copied, then searches until the service has settled. */
export async function waitForCopies({ database, baseUrl, began, slugs }: Copies): Promise<void> {
  await using opened = await openDatabase(database);
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const done = await opened
      .selectFrom('catalog_imports')
      .innerJoin('stores', 'stores.id', 'catalog_imports.storeId')
      .select(['stores.slug', 'catalog_imports.limited'])
      .where('stores.slug', 'in', slugs)
      .where('finishedAt', '>=', began)
      .execute();
    const limited = done.find((row) => row.limited !== null);
    if (limited) throw new Error(`The copy of ${limited.slug} is not whole: ${limited.limited}`);
    if (done.length === slugs.length) break;
    if (performance.now() > deadline) throw new Error('The catalogs were not copied in half an hour.');
    await delay(POLL_INTERVAL_MS);
  }
  for (let round = 0; round < WARM_UPS; round++) {
    for (const slug of slugs) await serviceSearch(baseUrl, slug)('warm up', 10);
    await delay(POLL_INTERVAL_MS);
  }
}
