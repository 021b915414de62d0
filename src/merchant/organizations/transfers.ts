import { z } from 'zod';
import { nameOf } from '../../commerce/store/store.ts';
import { forAccount, forStore, type MerchantEndpoint } from '../action.ts';
import { linkToken } from '../names.ts';
import { storeAnswer, storeReply } from '../stores/store-wire.ts';
import { nowOf } from '../visit.ts';
import { acceptOffer, offerStore, readOffer, transferStore, withdrawOffer } from './store-transfers.ts';

const organization = z.string('must be the id of an organization').describe('Id of the new organization.');
const offerWire = z.object({
  expires_at: z.iso.datetime().nullable().describe('Null: the store is not offered.'),
});
const newOfferWire = z.object({
  link: z.url().describe('Give it to an admin of the other organization. It works once.'),
  expires_at: z.iso.datetime(),
});
const shownOfferWire = z.object({
  store: z.object({ slug: z.string(), name: z.string() }),
  organization: z.string().describe('Organization that offers the store.'),
  expires_at: z.iso.datetime(),
});

export const transferEndpoints: MerchantEndpoint[] = [
  forStore({
    id: 'getStoreOffer',
    rest: 'GET /stores/{slug}/offer',
    summary: 'Returns whether the store is offered to another organization.',
    needs: 'administer',
    output: offerWire,
    async run(visit) {
      const offer = await visit.context.storeTransfers.ofStore(visit.store.id, nowOf(visit));
      return { expiresAt: offer?.expiresAt ?? null };
    },
  }),

  forStore({
    id: 'offerStore',
    rest: 'POST /stores/{slug}/offer',
    summary:
      'Offers the store to another organization by a link that works once, for seven days; the store moves when it is accepted.',
    inPerson: true,
    needs: 'administer',
    output: newOfferWire,
    run: offerStore,
  }),

  forStore({
    id: 'withdrawStoreOffer',
    rest: 'DELETE /stores/{slug}/offer',
    summary: 'Withdraws the offer of the store: its link stops working.',
    inPerson: true,
    needs: 'administer',
    run: withdrawOffer,
  }),

  forStore({
    id: 'transferStore',
    rest: 'PUT /stores/{slug}/organization',
    summary: 'Moves the store to another organization that you administer too.',
    inPerson: true,
    needs: 'administer',
    input: z.object({ organization }),
    output: storeReply,
    run: async (visit, input) => storeAnswer(visit, await transferStore(visit, input.organization)),
  }),

  forAccount({
    id: 'readOffer',
    rest: 'POST /offers/read',
    summary: 'Shows the store that a link offers. Changes nothing.',
    tag: 'stores',
    inPerson: true,
    input: z.object({ token: linkToken }),
    output: shownOfferWire,
    async run(visit, { token }) {
      const { store, ...offer } = await readOffer(visit, token);
      return { ...offer, store: { slug: store.slug, name: nameOf(store) } };
    },
  }),

  forAccount({
    id: 'acceptOffer',
    rest: 'POST /offers/accept',
    summary: 'Moves the offered store into an organization that you administer.',
    tag: 'stores',
    inPerson: true,
    input: z.object({ token: linkToken, organization }),
    output: z.object({ slug: z.string() }),
    run: (visit, input) => acceptOffer(visit, { token: input.token, organizationId: input.organization }),
  }),
];
