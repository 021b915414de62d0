import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { sql } from 'kysely';
import type { RunningShop } from '../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../simulated-shops/woocommerce/start.ts';
import { CHECK_SUBSCRIPTIONS } from '../src/commerce/job/job-names.ts';
import { createService } from '../src/service.ts';
import { readConfig } from '../src/settings/config.ts';
import { openDatabase } from '../src/storage/engine/database.ts';
import { eventually } from '../testing/eventually.ts';
import { certificateFor } from '../testing/test-authority.ts';
import { type Front, type Hand, startFront } from '../testing/tls-front.ts';
import { handsAt } from './hands.ts';
import { type SuitesPlatform, suitesPlatform } from './platform.ts';

export const STORES = ['demo-shopify', 'demo-woocommerce'] as const;
export type StoreSlug = (typeof STORES)[number];

const START = { 'demo-shopify': startShopifyShop, 'demo-woocommerce': startWooCommerceShop } as const;

/** Store of the service on a separate host over TLS, with its simulated shop behind TLS as well. */
export interface Stage {
  /** Origin of the store's host: `https://demo-shopify.localhost:41234`. */
  origin: string;
  /** URL of the same store at the service, without TLS. */
  address: string;
  platform: SuitesPlatform;
  shop: RunningShop;
  folder: string;
  /** Certificate of the authority, PEM. */
  authority: string;
  /** Signs from now on only the requests that carry the token. */
  askForToken(): void;
  close(): Promise<void>;
}

const OLDEST = '2026-04-08';
const WELL_KNOWN = '/.well-known/ucp';

/** `version`: the store's profile at the root of its host. */
export async function setStage(slug: StoreSlug, version: string): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'ucp-conformance-'));
  const certificate = await certificateFor(['localhost', ...STORES.map((each) => `${each}.localhost`)]);
  // Webhooks of the simulated shop go to the service's own address.
  setDefaultCACertificates([...getCACertificates('default'), certificate.authority]);

  let shop: RunningShop | undefined;
  const shopFront = await startFront(certificate, () => shop?.url ?? '');
  const shopOrigin = `https://localhost:${shopFront.port}`;
  const demo = await START[slug]({ origin: shopOrigin });
  shop = demo;

  let hand: Hand = async (passing) => passing;
  let service = '';
  const front: Front = await startFront(
    certificate,
    () => service,
    (passing) => hand(passing),
  );
  const platform = await suitesPlatform(folder, version);
  let ahead = 0;
  const databaseUrl = `sqlite:${join(folder, 'conformance.db')}`;
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a secret key for a while only',
    BASE_URL: `https://localhost:${front.port}`,
    HOST_DOMAIN: 'localhost',
    TRUST_PROXY: 'on',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    UCP_AGENT_PLATFORMS: platform.registry,
  });
  const running = await createService(config, { now: () => Date.now() + ahead });
  await running.listen({ backgroundWork: true });
  const address = running.server.server.address();
  service = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { credentials } = demo;
  await running.connectOrReconnectStore({ slug, platform: slug.slice('demo-'.length), credentials });
  // Until then the shop's own search answers, which finds other products than the index does.
  await eventually(() => isCopyWhole(databaseUrl), `The catalog of ${slug} was not copied`);

  const hands = {
    service,
    key: platform.key,
    advance(ms: number) {
      ahead += ms;
    },
    setOutage: (on: boolean) => renameAnswers(databaseUrl, on),
    checkoutOf: (orderId: string) => checkoutOf(databaseUrl, orderId),
    refund: (...refunded: [checkoutId: string, amount: string, pieces: number[]]) =>
      refundInShop(demo, ...refunded),
  };
  const handed = (signsEveryReading: boolean): Hand => {
    const act = handsAt({ ...hands, signsEveryReading });
    return (passing) => act(version === OLDEST ? asOldest(passing) : passing);
  };
  hand = handed(true);
  return {
    origin: `https://${slug}.localhost:${front.port}`,
    address: `${service}/ucp/${slug}`,
    platform,
    shop: demo,
    folder,
    authority: certificate.authority,
    askForToken() {
      hand = handed(false);
    },
    async close() {
      await front.close();
      await running.close();
      await demo.close();
      await shopFront.close();
      await platform.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The suite takes the profile at the root for the only one, so an older version's leaf is served there. */
function asOldest<Some extends { url: URL }>(passing: Some): Some {
  if (passing.url.pathname !== WELL_KNOWN) return passing;
  return { ...passing, url: new URL(`${WELL_KNOWN}/${OLDEST}`, passing.url) };
}

async function isCopyWhole(databaseUrl: string): Promise<boolean> {
  const database = await openDatabase(databaseUrl);
  const { rows } = await sql`select 1 from catalog_imports, jobs
    where jobs.kind = ${CHECK_SUBSCRIPTIONS} and jobs.progress ->> 'address' is not null`.execute(database);
  await database.destroy();
  return rows.length > 0;
}

async function renameAnswers(databaseUrl: string, on: boolean): Promise<void> {
  const database = await openDatabase(databaseUrl);
  const [from, to] = on ? ['idempotency_records', 'away'] : ['away', 'idempotency_records'];
  await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database);
  await database.destroy();
}

async function checkoutOf(databaseUrl: string, orderId: string): Promise<string> {
  const database = await openDatabase(databaseUrl);
  const query = sql<{ sessionId: string }>`select session_id from orders where id = ${orderId}`;
  const { rows } = await query.execute(database);
  await database.destroy();
  return rows[0]?.sessionId ?? '';
}

function refundInShop(shop: RunningShop, checkoutId: string, amount: string, pieces: number[]): void {
  const inShop = shop.control.orders().find(({ sessionId }) => sessionId === checkoutId);
  if (inShop) shop.control.refundPart(inShop.id, amount, pieces);
}
