import { CommerceError, toConflictError } from '../../commerce/errors.ts';
import { CHECK_SUBSCRIPTIONS, SEND_ALERTS } from '../../commerce/job/job-names.ts';
import { buildMovedSubject } from '../../commerce/order/events.ts';
import { isSameAddress } from '../../commerce/store/store.ts';
import type { Actor } from '../../storage/repositories/identity/audit.ts';
import type { AccessDiagnostic } from '../../store-platforms/store-platform.ts';
import { admitAgain, toStoreActor } from '../access.ts';
import { requireConfirmation } from '../fields.ts';
import { getNow, reread, type StoreVisit, toAuditEntry, toFreshCaller } from '../visit.ts';
import { beginWork, findCalledAddress } from './connect-store.ts';
import { unpairFromService } from './lifecycle.ts';

/** Credentials that locate the shop. Saved secrets are never sent to a new location. */
const ADDRESSES = ['domain', 'url'];

type Credentials = Record<string, unknown>;

type Move = Record<'from' | 'to', string>;

/**
 * Replaces credentials after testing them at the shop. Members left out are kept, null removes one. Another address needs the slug
 * as `confirm`, from a person who administers the store; all who do get a mail. Throws `conflict` without `confirm`.
 */
export async function rotateCredentials(visit: StoreVisit, changes: Credentials, confirm?: string) {
  const { context, store } = visit;
  const current = (await context.stores.findCredentials(store.id)) as Credentials | null;
  const { platform, credentials } = context.connecting.open(store.platform, merge(current, changes));
  const from = await findCalledAddress(context.connecting, store);
  const to = context.connecting.addressOf(store.platform, credentials);
  const move = isSameAddress(from, to) ? undefined : { from, to };
  const actor = move ? await admitMove(visit, move, confirm) : visit.actor;
  const description = await platform.describeStore(toFreshCaller(visit)).catch(async (error: unknown) => {
    throw await withFields(error, () => platform.checkAccess(toFreshCaller(visit)));
  });
  const now = getNow(visit);
  const details = { members: Object.keys(changes).sort(), ...move };
  const entry = toAuditEntry({ actor }, 'store.credentials_changed', details);
  // The site at the old address must not act for the store any more.
  if (move) await unpairFromService(visit);
  const afterwards = move ? [{ kind: SEND_ALERTS, subject: buildMovedSubject(move, now) }] : [];
  await context.stores.reconnect(store.id, { description, credentials }, { now, by: entry, afterwards });
  if (store.disconnectedAt !== null) return reread(visit);
  // A new app secret signs the webhooks, and another shop has other goods.
  await beginWork(context.connecting, store.id, now, move ? undefined : [CHECK_SUBSCRIPTIONS]);
  context.wake();
  return reread(visit);
}

/** Throws unless a person who administers the store has typed its slug. Returns the actor, whose role is asked again at the write. */
async function admitMove(visit: StoreVisit, { from, to }: Move, confirm: string | undefined): Promise<Actor> {
  const { store } = visit;
  if (confirm === undefined)
    throw toConflictError(
      `These credentials are for ${to}; this store is at ${from}. Nothing was changed. If the shop has moved, an owner or admin confirms it with the slug of the store. Add another shop as a new store.`,
      { details: [{ path: 'confirm', message: `must be "${store.slug}" to move the store to ${to}` }] },
    );
  await admitAgain(visit, { needs: 'administer', inPerson: true });
  requireConfirmation(confirm, store.slug, 'the slug of this store');
  return toStoreActor(visit, 'administer');
}

/** Names the credentials that the shop refuses, each with the cause and the remedy. */
async function withFields(error: unknown, check: () => Promise<AccessDiagnostic[]>): Promise<unknown> {
  if (!(error instanceof CommerceError) || error.wrong === undefined) return error;
  const details = (await check()).flatMap(({ title, remedy = '', fields = [] }) =>
    fields.map((field) => ({ path: `credentials.${field}`, message: `${title} ${remedy}`.trim() })),
  );
  return details.length > 0 ? new CommerceError(error.kind, error.message, { details }) : error;
}

function merge(current: Credentials | null, changes: Credentials): Credentials {
  const isElsewhere = ADDRESSES.some(
    (name) => changes[name] !== undefined && changes[name] !== current?.[name],
  );
  const all = isElsewhere ? changes : { ...current, ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
