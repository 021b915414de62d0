import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { type CheckoutSession, SESSION_LIFETIME_MS } from '../src/commerce/checkout/checkout-session.ts';
import { toStoredParts } from '../src/commerce/checkout/stored-parts.ts';
import { DAY_MS } from '../src/commerce/time/time.ts';
import { buildRecurringJobs } from '../src/jobs/job-kinds.ts';
import { type Database, openDatabase } from '../src/storage/engine/database.ts';
import { createSealing, type Sealing } from '../src/storage/engine/sealing.ts';
import { createProductRepository } from '../src/storage/repositories/catalog/products.ts';
import { createJobRepository } from '../src/storage/repositories/jobs/jobs.ts';
import { createCheckoutSessionRepository } from '../src/storage/repositories/shopping/checkout-sessions.ts';
import { createStoreRepository } from '../src/storage/repositories/stores/stores.ts';
import { INSTANT_STORE, INSTANT_VARIANT, instantPlatform, PRODUCT } from './instant-platform.ts';

export const SECRET_KEY = 'a secret key of the benchmark only';

export interface Filling {
  stores: number;
  sessions: number;
}

export interface OfStore {
  slug: string;
  id: string;
}

/** Ids in the database that requests can name. */
export interface Filled {
  file: string;
  slugs: string[];
  /** Readable sessions, spread over the table. */
  readable: OfStore[];
}

/** Creates a database with the given numbers of stores and sessions. */
export async function fillDatabase(file: string, { stores, sessions }: Filling): Promise<Filled> {
  const database = await openDatabase(`sqlite:${file}`);
  const sealing = createSealing(SECRET_KEY);
  const connected = await insertStores(database, sealing, stores);
  const readable = await insertSessions(database, sealing, connected, Math.min(sessions, 5_000));
  await database.destroy();
  multiply(file, sessions - readable.length);
  return { file, slugs: connected.map((store) => store.slug), readable };
}

/** Adds the store `delayed`, whose platform answers late, and `fresh`, whose product is shown without asking the shop. */
async function insertStores(database: Database, sealing: Sealing, count: number): Promise<OfStore[]> {
  const connected = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    slug: `store-${String(index).padStart(6, '0')}`,
  }));
  const now = new Date().toISOString();
  const delayed = { id: randomUUID(), slug: 'delayed', platform: 'delayed', credentials: {}, sandbox: false };
  await createStoreRepository({ database, sealing }).insert({ ...delayed, description: INSTANT_STORE }, now);
  const fresh = { id: randomUUID(), slug: 'fresh' };
  await copyStore(database, sealing, delayed.id, [fresh, ...connected]);
  await database
    .updateTable('stores')
    .set({ freshnessSeconds: 3_600 })
    .where('slug', '=', fresh.slug)
    .execute();
  await createProductRepository({ database }).upsert(fresh.id, [PRODUCT], now);
  // Recurring jobs of the stores are not due now, as in a service that has been running.
  const tomorrow = buildRecurringJobs(Date.now() + DAY_MS);
  const ids = [delayed, fresh, ...connected].map(({ id }) => id);
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    await createJobRepository(database).ensure(ids.slice(at, at + BATCH_SIZE), tomorrow, now);
  return connected;
}

const BATCH_SIZE = 1_000;

/** Stores are created concurrently: 100,000 in sequence would take longer than the measurement. */
async function copyStore(database: Database, sealing: Sealing, from: string, connected: OfStore[]) {
  const byId = database.selectFrom('stores').selectAll().where('id', '=', from);
  const pattern = await byId.executeTakeFirstOrThrow();
  const names = Object.keys(pattern).map((name) => sql.ref(name));
  for (let at = 0; at < connected.length; at += BATCH_SIZE) {
    const rows = connected.slice(at, at + BATCH_SIZE).map(({ id, slug }) => ({
      ...pattern,
      id,
      slug,
      platform: 'instant',
      credentials: sealing.seal('{}', `stores.credentials/${id}`),
      webhook_secret: sealing.seal(randomUUID(), `stores.webhook_secret/${id}`),
    }));
    const values = sql.join(Object.keys(pattern).map((name) => sql`value ->> ${sql.lit(name)}`));
    await sql`insert into stores (${sql.join(names)})
      select ${values} from json_each(${JSON.stringify(rows)})`.execute(database);
  }
}

async function insertSessions(database: Database, sealing: Sealing, connected: OfStore[], count: number) {
  const readable: Filled['readable'] = [];
  await database.transaction().execute(async (transaction) => {
    const table = createCheckoutSessionRepository({ database: transaction, sealing });
    const now = new Date().toISOString();
    for (let index = 0; index < count; index++) {
      const store = connected[index % connected.length];
      if (!store) return;
      const session = await openSession(store.id, now);
      await table.claim(session, { owner: 'benchmark', now, until: now });
      const change = { from: session.status, parts: toStoredParts(session, now) };
      await table.finish(session, 'benchmark', now, change);
      readable.push({ slug: store.slug, id: session.id });
    }
  });
  return readable;
}

const platform = instantPlatform();

/** Returns an open session with the cart of the instant platform. */
export async function openSession(storeId: string, now: string): Promise<CheckoutSession> {
  const id = randomUUID();
  const lines = [{ variantId: INSTANT_VARIANT, quantity: 1 }];
  const cart = await platform.createCart({ cartId: id, sessionId: id, lines }, { requestId: id });
  return {
    id,
    storeId,
    status: 'requires_escalation',
    cartId: null,
    idempotencyKey: randomUUID(),
    currency: cart.currency,
    lines: cart.lines,
    totals: cart.totals,
    discounts: null,
    warnings: [],
    fulfillment: null,
    pending: null,
    cartHandle: cart.handle,
    continueUrl: cart.continueUrl,
    order: null,
    payment: null,
    isPaid: false,
    buyerSteps: {},
    problem: null,
    failure: null,
    agent: null,
    agentProfile: null,
    agentVerified: null,
    expiresAt: new Date(Date.now() + SESSION_LIFETIME_MS).toISOString(),
    createdAt: now,
    updatedAt: now,
  };
}

const BATCHES = 50;

/**
 * Copies the sessions under new ids, nine of ten of them failed, like most old ones. Spreads the readable sessions among
 * the copies, so that they share no pages of the file.
 */
function multiply(file: string, copies: number): void {
  if (copies <= 0) return;
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA temp_store = MEMORY');
  database.exec(
    'BEGIN; CREATE TEMP TABLE seeds AS SELECT * FROM checkout_sessions; DELETE FROM checkout_sessions',
  );
  const seeds = Number(database.prepare('SELECT count(*) AS count FROM seeds').get()?.count);
  const copy = database.prepare(copyStatement(database));
  const original = database.prepare(
    'INSERT INTO checkout_sessions SELECT * FROM seeds WHERE rowid % $batches = $batch',
  );
  for (let batch = 0; batch < BATCHES; batch++) {
    const rows = Math.floor(((batch + 1) * copies) / BATCHES) - Math.floor((batch * copies) / BATCHES);
    copy.run({ $wanted: rows, $seeds: seeds });
    original.run({ $batches: BATCHES, $batch: batch });
  }
  database.exec('COMMIT; DROP TABLE seeds; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Builds an `INSERT … SELECT` over all columns of the table, with random UUIDs as ids. */
function copyStatement(database: DatabaseSync): string {
  const columns = database.prepare("SELECT name FROM pragma_table_info('checkout_sessions')").all();
  const names = columns.map((column) => String(column.name));
  const instead: Record<string, string> = {
    id: RANDOM_UUID,
    idempotency_key: RANDOM_UUID,
    status: "CASE WHEN number % 10 = 0 THEN status ELSE 'failed' END",
  };
  return `WITH RECURSIVE numbers(number) AS
      (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < $wanted)
    INSERT INTO checkout_sessions (${names.join(', ')})
    SELECT ${names.map((name) => instead[name] ?? name).join(', ')}
    FROM numbers JOIN seeds ON seeds.rowid = number % $seeds + 1 WHERE $wanted > 0`;
}

const RANDOM_UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) ||
  '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;
