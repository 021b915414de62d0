import { z } from 'zod';
import { toConflictError, toNotFoundError } from '../../commerce/errors.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { nameOf } from '../../commerce/store/store.ts';
import { DAY_MS, toIso } from '../../commerce/time/time.ts';
import {
  findOrganizationForStore,
  requireAccount,
  requireOrganization,
  requireOwnOrganization,
  toAdmittedActor,
} from '../access.ts';
import { forMemberAtStore, forPerson, forStore, forVisitorAtStore } from '../action.ts';
import { instantOrNull, linkToken } from '../fields.ts';
import { buildSecretUrl } from '../identity/mailed-link.ts';
import { storeAnswer, storeReply } from '../stores/store-wire.ts';
import { getNow, reread, toAuditEntry, type Visit } from '../visit.ts';

const OFFER_LIFETIME_MS = 7 * DAY_MS;

const organization = z.string('must be the id of an organization').describe('Id of the new organization.');
const STORE = ['--store <slug>', 'store to give'] as const;

export const transferEndpoints = [
  forStore({
    id: 'getStoreOffer',
    route: 'GET /stores/{slug}/offer',
    summary: 'Returns whether the store is offered to another organization.',
    needs: 'administer',
    output: z.object({ expires_at: instantOrNull.describe('Null: the store is not offered.') }),
    async run(visit) {
      const offer = await visit.context.storeTransfers.findByStore(visit.store.id, getNow(visit));
      return { expiresAt: offer?.expiresAt ?? null };
    },
  }),

  forMemberAtStore({
    id: 'offerStore',
    route: 'POST /stores/{slug}/offer',
    summary:
      'Offers the store to another organization by a link that works once, for seven days; the store moves when it is accepted.',
    inPerson: true,
    needs: 'administer',
    output: z.object({
      link: z.url().describe('Give it to an admin of the other organization. It works once.'),
      expires_at: z.iso.datetime(),
    }),
    /** Replaces an earlier offer. */
    async run(visit) {
      const { context, store, identity } = visit;
      // A store of no organization is no merchant's.
      if (store.organizationId === null) throw createGoneError();
      const expiresAt = toIso(context.now() + OFFER_LIFETIME_MS);
      const { id: storeId, organizationId } = store;
      const offer = {
        storeId,
        organizationId,
        offeredBy: identity.account.id,
        createdAt: getNow(visit),
        expiresAt,
      };
      const token = await context.storeTransfers.put(offer, toAuditEntry(visit, 'store.transfer_offered'));
      return { link: buildSecretUrl(context, 'transfer', token), expiresAt };
    },
  }),

  forStore({
    id: 'withdrawStoreOffer',
    route: 'DELETE /stores/{slug}/offer',
    summary: 'Withdraws the offer of the store: its link stops working.',
    inPerson: true,
    needs: 'administer',
    async run(visit) {
      const { context, store } = visit;
      const entry = toAuditEntry(visit, 'store.transfer_withdrawn');
      if (!(await context.storeTransfers.withdraw(store.id, entry, getNow(visit)))) throw createGoneError();
    },
  }),

  forVisitorAtStore({
    id: 'transferStore',
    route: 'PUT /stores/{slug}/organization',
    summary: 'Moves the store to another organization that you administer too.',
    inPerson: true,
    needs: 'administer',
    input: z.object({ organization }),
    output: storeReply,
    command: [
      {
        name: 'users give',
        summary: "Give a store to an account's organization",
        details: 'Members of the previous organization lose access at once. See also: organizations give.',
        examples: ['users give ann@shop.example --store my-store'],
        members: { email: ['<e-mail>', 'account, as listed by: users list'], place: STORE },
        typed: {
          shape: z.object({ email: z.string() }),
          async toInput({ email }, visit) {
            const account = await requireAccount(visit, String(email));
            return { organization: await findOrganizationForStore(visit.context, account) };
          },
        },
        prints: {
          done: ({ store }, _place, { typed }) =>
            `${normalizeEmail(String(typed.email))} now owns ${store.slug}.`,
        },
      },
      {
        name: 'organizations give',
        summary: 'Make an organization the owner of a store',
        details: 'Members of the previous organization lose access at once.',
        examples: ['organizations give 0197a1 --store my-store'],
        members: { organization: ['<id>', 'organization, as listed by: organizations list'], place: STORE },
        prints: { done: ({ store }) => `${store.organization?.name} now owns ${store.slug}.` },
      },
    ],
    /** The operator may name any organization, and gives stores of none. */
    async run(visit, { organization }) {
      const { context, store } = visit;
      const to =
        'commandOf' in visit
          ? await requireOrganization(visit, organization)
          : await requireOwnOrganization(context, visit.identity.account.id, organization, 'administer');
      if (to.id === store.organizationId) return storeAnswer(visit, store);
      const { organizationId: fromId } = store;
      const from = fromId === null ? undefined : await context.organizations.find(fromId);
      const details = { slug: store.slug, from: from?.name, to: to.name };
      const entry = toAuditEntry(visit, 'store.transferred', details);
      if (!(await context.storeTransfers.move(store.id, fromId, to.id, entry, getNow(visit))))
        throw toConflictError('The store was moved or deleted at the same time. Reload it, then try again.');
      return storeAnswer(visit, await reread(visit));
    },
  }),

  forPerson({
    id: 'readOffer',
    route: 'POST /offers/read',
    summary: 'Shows the store that a link offers. Changes nothing.',
    tag: 'stores',
    input: z.object({ token: linkToken }),
    output: z.object({
      store: z.object({ slug: z.string(), name: z.string() }),
      organization: z.string().describe('Organization that offers the store.'),
      expires_at: z.iso.datetime(),
    }),
    async run(visit, { token }) {
      const { store, ...offer } = await readOffer(visit, token);
      return { ...offer, store: { slug: store.slug, name: nameOf(store) } };
    },
  }),

  forPerson({
    id: 'acceptOffer',
    route: 'POST /offers/accept',
    summary: 'Moves the offered store into an organization that you administer.',
    tag: 'stores',
    input: z.object({ token: linkToken, organization }),
    output: z.object({ slug: z.string() }),
    /** Lets one of concurrent uses of a link succeed. */
    async run(visit, { token, organization }) {
      const { context, identity } = visit;
      const offer = await readOffer(visit, token);
      const to = await requireOwnOrganization(context, identity.account.id, organization, 'administer');
      const details = { slug: offer.store.slug, from: offer.organization, to: to.name };
      const actor = toAdmittedActor(visit, 'administer');
      const entry = toAuditEntry({ actor }, 'store.transferred', details);
      if (!(await context.storeTransfers.accept(token, to.id, entry, getNow(visit)))) throw createGoneError();
      return offer.store;
    },
  }),
];

/** Throws `not_found` for an unknown, used, withdrawn or expired link alike. */
async function readOffer(visit: Visit, token: string) {
  const { context } = visit;
  const offer = await context.storeTransfers.find(token, getNow(visit));
  const store = offer && (await context.stores.findById(offer.storeId));
  if (!offer || !store) throw createGoneError();
  return { ...offer, store };
}

function createGoneError() {
  return toNotFoundError(
    'This offer is no longer valid: it was used or withdrawn, or it has expired. Ask for a new one.',
  );
}
