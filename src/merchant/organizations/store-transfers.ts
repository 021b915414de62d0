import { CommerceError } from '../../commerce/errors.ts';
import type { Store } from '../../commerce/store/store.ts';
import { DAY_MS, iso } from '../../commerce/time.ts';
import type { By } from '../../storage/repositories/audit.ts';
import type { Membership } from '../../storage/repositories/organizations.ts';
import type { OpenTransfer } from '../../storage/repositories/store-transfers.ts';
import { admittedActor, requireRole } from '../access.ts';
import { by, reread } from '../at-store.ts';
import { type AccountVisit, type MerchantContext, nowOf, type StoreVisit } from '../visit.ts';
import { notYours } from './members.ts';

const OFFER_LIFETIME_MS = 7 * DAY_MS;

interface OfferedStore extends OpenTransfer {
  store: Store;
}

/** Moves the store to another organization that the account administers. Throws `invalid_input` for any other. */
export async function transferStore(visit: StoreVisit, organizationId: string): Promise<Store> {
  const { context, store } = visit;
  const to = await administered(visit, organizationId);
  if (to.id === store.organizationId) return store;
  const from =
    store.organizationId === null ? undefined : await context.organizations.find(store.organizationId);
  const details = { slug: store.slug, from: from?.name, to: to.name };
  await giveStore(context, store, to.id, by(visit, 'store.transferred', details));
  return reread(visit);
}

/** Moves a store for an operator, also one of no organization. Throws `conflict` when it was moved at this moment. */
export async function giveStore(
  { storeTransfers, now }: Pick<MerchantContext, 'storeTransfers' | 'now'>,
  store: Store,
  organizationId: string,
  entry: By,
): Promise<void> {
  const moved = storeTransfers.move(store.id, store.organizationId, organizationId, entry, iso(now()));
  if (!(await moved))
    throw new CommerceError(
      'conflict',
      'The store was moved or deleted at the same time. Reload it, then try again.',
    );
}

/** Creates a link by which an administrator of another organization takes the store over. Replaces an earlier one. */
export async function offerStore(visit: StoreVisit): Promise<{ link: string; expiresAt: string }> {
  const { context, store, identity } = visit;
  // A store of no organization is no merchant's.
  if (store.organizationId === null) throw gone();
  const expiresAt = iso(context.now() + OFFER_LIFETIME_MS);
  const transfer = {
    storeId: store.id,
    organizationId: store.organizationId,
    offeredBy: identity.account.id,
    createdAt: nowOf(visit),
    expiresAt,
  };
  const token = await context.storeTransfers.put(transfer, by(visit, 'store.transfer_offered'));
  return { link: `${context.baseUrl()}/console/transfer#${token}`, expiresAt };
}

export async function withdrawOffer(visit: StoreVisit): Promise<void> {
  const { context, store } = visit;
  const entry = by(visit, 'store.transfer_withdrawn');
  if (!(await context.storeTransfers.withdraw(store.id, entry, nowOf(visit)))) throw gone();
}

/** Throws `not_found` for an unknown, used, withdrawn or expired link alike. */
export async function readOffer(
  visit: AccountVisit<'now' | 'storeTransfers' | 'stores'>,
  token: string,
): Promise<OfferedStore> {
  const { context } = visit;
  const offer = await context.storeTransfers.find(token, nowOf(visit));
  const store = offer && (await context.stores.findById(offer.storeId));
  if (!offer || !store) throw gone();
  return { ...offer, store };
}

/** Takes an offered store over. Of concurrent uses of a link one succeeds. */
export async function acceptOffer(
  visit: AccountVisit<'now' | 'organizations' | 'storeTransfers' | 'stores'>,
  { token, organizationId }: { token: string; organizationId: string },
): Promise<Store> {
  const { context } = visit;
  const offer = await readOffer(visit, token);
  const to = await administered(visit, organizationId);
  const details = { slug: offer.store.slug, from: offer.organization, to: to.name };
  const entry = { actor: admittedActor(visit, 'administer'), action: 'store.transferred', details };
  if (!(await context.storeTransfers.accept(token, to.id, entry, nowOf(visit)))) throw gone();
  return offer.store;
}

/** Finds an organization that may take stores over from others. Throws `invalid_input`, and `forbidden` for a lower role. */
async function administered(
  { context, identity }: AccountVisit<'organizations'>,
  organizationId: string,
): Promise<Membership> {
  const own = await context.organizations.ofAccount(identity.account.id);
  const membership = own.find(({ id }) => id === organizationId);
  if (!membership) throw notYours('must be the id of one of yours');
  requireRole(membership.role, 'administer');
  return membership;
}

function gone(): CommerceError {
  return new CommerceError(
    'not_found',
    'This offer is no longer valid: it was used or withdrawn, or it has expired. Ask for a new one.',
  );
}
