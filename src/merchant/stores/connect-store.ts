import { domainToUnicode } from 'node:url';
import { foldText } from '../../../search/index.ts';
import type { Caller } from '../../commerce/call/caller.ts';
import { createMemberError, createSlugTakenError } from '../../commerce/errors.ts';
import { isSlug, type Store, type StoreDescription, suggestSlugs } from '../../commerce/store/store.ts';
import { normalizeText } from '../../commerce/text/normalize-text.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { toIso } from '../../commerce/time/time.ts';
import type { Actor } from '../../storage/repositories/identity/audit.ts';
import type { Jobs } from '../../storage/repositories/jobs/jobs.ts';
import type { Stores } from '../../storage/repositories/stores/stores.ts';
import { getLentName } from '../../store-platforms/presentations.ts';
import type { StorePlatform } from '../../store-platforms/store-platform.ts';

export interface StoreToConnect {
  platform: string;
  /** As typed; validated by the store platform's schema. */
  credentials: unknown;
  /** Derived from the shop's host when left out. */
  slug?: string | undefined;
  /** Left out: whether the shop says that it is simulated. */
  sandbox?: boolean;
  /** Organization that owns the store; left out for none. */
  organizationId?: string | undefined;
  /** Recorded in the audit log in the transaction that inserts the store. */
  actor?: Actor;
}

/** Dependencies of connecting; the composition root provides them. */
export interface Connecting {
  stores: Stores;
  jobs: Jobs;
  /** Validates credentials and opens a connection. Throws `invalid_input` that names what is wrong with them. */
  open(
    platform: string,
    credentials: unknown,
  ): { platform: StorePlatform; credentials: unknown; isSimulated(): boolean };
  /** Host, and folder if any, that is called with these credentials. */
  addressOf(platform: string, credentials: unknown): string;
  /** Kinds of jobs that are due at once for a new store: subscribing to webhooks, importing its catalog. */
  firstJobs: readonly string[];
  now: () => number;
  newId: () => string;
}

/** Connects a store after the shop has answered with these credentials. Throws `conflict` for a slug that is taken, also when raced. */
export async function connectStore(connecting: Connecting, request: StoreToConnect): Promise<Store> {
  const { description, credentials, isSimulated } = await ask(connecting, request);
  const { platform, actor, organizationId = null, slug = deriveSlug(description) } = request;
  if (!isSlug(slug)) {
    const rule = 'must be 3 to 63 lower-case letters, digits and hyphens';
    throw createMemberError('slug', `${rule}, not ${quoteInput(slug)}`);
  }
  const { stores, newId } = connecting;
  const sandbox = request.sandbox ?? isSimulated();
  const store = { id: newId(), slug, platform, description, credentials, sandbox, organizationId };
  const now = toIso(connecting.now());
  const details = { slug, platform, name: description.name };
  const entry = actor && ({ actor, action: 'store.connected', details } as const);
  if (!(await stores.insert(store, now, entry)))
    throw createSlugTakenError(slug, await stores.findFirstFree(suggestSlugs(slug)));
  await beginWork(connecting, store.id, now);
  return reread(connecting, slug);
}

type NamedStore = StoreToConnect & { slug: string };

/** Connects a store, or gives a connected one these credentials. */
export async function connectOrReconnectStore(connecting: Connecting, request: NamedStore): Promise<Store> {
  const store = await connecting.stores.find(request.slug);
  if (!store) return connectStore(connecting, request);
  const { description, credentials } = await ask(connecting, request);
  const now = toIso(connecting.now());
  await connecting.stores.reconnect(store.id, { description, credentials }, { now });
  await beginWork(connecting, store.id, now);
  return reread(connecting, request.slug);
}

/** Enqueues the first jobs of a store, or others. After a crash before this, housekeeping and recurring jobs do the same. */
export async function beginWork(at: Connecting, storeId: string, now: string, kinds = at.firstJobs) {
  for (const kind of kinds) await at.jobs.enqueue({ storeId, kind, isUrgent: true }, now);
}

async function ask(connecting: Connecting, request: StoreToConnect) {
  const { platform, ...opened } = connecting.open(request.platform, request.credentials);
  const caller: Caller = { requestId: connecting.newId() };
  return { description: await platform.describeStore(caller), ...opened };
}

async function reread(connecting: Connecting, slug: string): Promise<Store> {
  const store = await connecting.stores.find(slug);
  if (!store) throw new Error(`Store ${slug} vanished while it was being connected`);
  return store;
}

/** Derives `good-mugs` from `good-mugs.myshopify.com`, and `good-mugs-co-uk` from `www.good-mugs.co.uk`. */
export function deriveSlug({ hosts, name }: StoreDescription): string {
  const host = hosts.map(getLentName).find((each) => each !== undefined) ?? hosts[0] ?? name;
  return toAscii(domainToUnicode(host) || host)
    .replace(/^www\./, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 63)
    .replace(/-$/, '');
}

/** Writes umlauts as Germans do without them, and other letters without their accents. Letters of other scripts stay. */
function toAscii(text: string): string {
  const lower = normalizeText(text, 'NFC').toLowerCase();
  return foldText(lower.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue'));
}

/** Returns the host, and the folder if any, where the shop is called. A site that has ended its pairing has no keys any more. */
export async function findCalledAddress(connecting: Connecting, store: Store): Promise<string> {
  const credentials = await connecting.stores.findCredentials(store.id);
  if (credentials !== null) return connecting.addressOf(store.platform, credentials);
  const { hosts, folder = '' } = store.description;
  return `${hosts[0]}${folder}`;
}
