import { z } from 'zod';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { admitDepartures, DEPARTURES, decideDeparture } from '../../commerce/merchant/organization-rules.ts';
import { requireAccount } from '../access.ts';
import { forPerson } from '../action.ts';
import { currentPassword, requireConfirmation } from '../fields.ts';
import { toRecordedEntry } from '../visit.ts';
import { confirmPassword } from './passwords.ts';

const departureWire = z.object({
  id: z.uuid(),
  name: z.string(),
  outcome: z
    .enum(DEPARTURES)
    .describe(
      '`left`: it goes on with its other owners. `deleted`: it has no other member and no store. `refused`: its last owner cannot go while it has stores or other members.',
    ),
  stores: z.array(z.string()).describe('Slugs of its stores.'),
  other_members: z.int(),
});

export const deleteAccountEndpoints = [
  forPerson({
    id: 'previewAccountDeletion',
    route: 'GET /account/deletion',
    summary: 'Says what would become of the organizations of the account if it were deleted.',
    output: z.object({ organizations: z.array(departureWire) }),
    async run({ context, identity }) {
      const departures = await context.accounts.listDepartures(identity.account.id);
      return {
        organizations: departures.map((departure) => ({
          ...departure,
          outcome: decideDeparture(departure),
          otherMembers: departure.others.length,
        })),
      };
    },
  }),

  forPerson({
    id: 'deleteAccount',
    route: 'DELETE /account',
    summary:
      'Deletes the account with its sessions, passkeys and tokens, and its organizations without other members. Refused for the last owner of an organization with stores or other members.',
    input: z.object({
      confirm: z
        .string('must be the e-mail address of the account')
        .describe('E-mail address of the account, as a confirmation.'),
      current_password: currentPassword,
    }),
    output: z.object({
      last: z.boolean().describe('True when no account is left: the operator creates the next one.'),
    }),
    command: {
      name: 'users remove',
      summary: 'Remove an account with its sessions and API tokens',
      details: `The last owner of an organization with stores or other members is not removed. After the last account is removed,
sign-up does not reopen: create an account with users add.`,
      examples: ['users remove ann@shop.example --yes'],
      members: { confirm: ['<e-mail>', 'account, as listed by: users list'] },
      ownerOf: (visit, { confirm }) => requireAccount(visit, String(confirm)),
      yes: {
        description: 'confirm; without it you are shown what becomes of its organizations',
        async describeRefusal(visit, input) {
          const account = await requireAccount(visit, String(input.confirm));
          const departures = await visit.context.accounts.listDepartures(account.id);
          admitDepartures(departures);
          const outcomes = departures.map(
            (each) => `The organization “${each.name}” ${DEPARTURE_WORDS[decideDeparture(each)]}.`,
          );
          return `remove the account ${account.email}. ${outcomes.join(' ') || 'It is in no organization.'}`;
        },
      },
      prints: {
        done({ last }, { account }, { commandOf }) {
          const text = `The account ${account} is removed.`;
          if (!last) return text;
          return `${text}
  No account is left, and signing up does not make an owner. To create one:
    ${commandOf('users add --email <e-mail> --name <name>')}`;
        },
      },
    },
    async run(visit, { confirm, current_password: password }) {
      const { accounts, sessionCookie } = visit.context;
      const { account, via } = visit.identity;
      requireConfirmation(normalizeEmail(confirm), account.email, 'the e-mail address of the account');
      if (via !== 'command line') await confirmPassword(visit, password);
      const entry = toRecordedEntry(visit, 'account.removed', { account: account.email });
      await accounts.remove(account.id, entry, { admitDepartures, decideDeparture });
      return { last: (await accounts.list()).length === 0, cookies: [sessionCookie.clear()] };
    },
  }),
];

const DEPARTURE_WORDS = { left: 'goes on without it', deleted: 'is deleted with it', refused: 'keeps it' };
