import { z } from 'zod';
import { toNotFoundError } from '../../commerce/errors.ts';
import { DAY_MS, formatMinute } from '../../commerce/time/time.ts';
import { requireAccount } from '../access.ts';
import { defineForOperator } from '../action.ts';
import { accountWire, newMerchant } from '../fields.ts';
import { toWire } from '../to-wire.ts';
import { toRecordedEntry } from '../visit.ts';
import { createOneTimeLink } from './mailed-link.ts';
import { hashNewPassword } from './passwords.ts';
import { makeAccount } from './sign-up.ts';

const email = z.string();
const EMAIL = ['<e-mail>', 'account, as listed by: users list'] as const;

export const accountCommands = [
  defineForOperator({
    run: async ({ context }) => ({
      items: await Promise.all(
        (await context.accounts.list()).map(async (account) => ({
          ...toWire(accountWire, account),
          email_confirmed: account.emailVerified,
          stores: (await context.stores.listOfAccount(account.id)).map(({ slug }) => slug),
        })),
      ),
    }),
    command: {
      name: 'users list',
      summary: 'List all accounts with their stores',
      prints: {
        columns: {
          'E-MAIL': (row) => row.email,
          CONFIRMED: (row) => (row.email_confirmed ? 'yes' : 'no'),
          NAME: (row) => row.name,
          SINCE: (row) => row.created_at.slice(0, 10),
          STORES: (row) => row.stores.join(' '),
        },
        none: 'No accounts yet.',
      },
    },
  }),

  defineForOperator({
    input: newMerchant,
    run: async ({ context, actor }, merchant) =>
      toWire(accountWire, await makeAccount(context, merchant, { actor })),
    command: {
      name: 'users add',
      summary: 'Create an account',
      details:
        'Each account gets an organization of its own. That of the first account gets all stores without an owner, like the first one that signs up in the console.',
      examples: [
        'users add --email ann@shop.example --name Ann',
        'users add --email ann@shop.example --name Ann --password-stdin < password.txt',
      ],
      members: {
        email: ['--email <e-mail>', 'e-mail address that signs in'],
        name: ['--name <name>', "person's name"],
        organization: ['--organization <name>', 'name of its organization'],
      },
      password: 'password',
      begins: true,
      prints: { done: (account) => `${account.email} can sign in.` },
    },
  }),

  defineForOperator({
    input: z.object({ email, password: newMerchant.shape.password }),
    async run(visit, { email: address, password }) {
      const { accounts } = visit.context;
      const account = await requireAccount(visit, address);
      const hash = await hashNewPassword(visit.context, 'password', password);
      const entry = toRecordedEntry(visit, 'account.password_reset', { account: account.email });
      await accounts.resetPassword(account.id, hash, entry);
      return toWire(accountWire, account);
    },
    command: {
      name: 'users reset-password',
      summary: 'Set a new password',
      details: 'Signs the account out everywhere; its API tokens stay valid.',
      examples: ['users reset-password ann@shop.example'],
      members: { email: EMAIL },
      password: 'password',
      prints: { done: (account) => `${account.email} has a new password and is signed out everywhere.` },
    },
  }),

  defineForOperator({
    input: z.object({ email }),
    async run(visit, { email: address }) {
      const account = await requireAccount(visit, address);
      const link = { accountId: account.id, isMailed: false };
      const { url, expiresAt } = await createOneTimeLink(visit.context, 'password_reset', link, DAY_MS);
      return { ...toWire(accountWire, account), url, expires_at: expiresAt };
    },
    command: {
      name: 'users reset-link',
      summary: 'Print a link with which the person chooses a new password',
      details: `For installations without a mail server: hand the link over yourself. It works once, within a day, and leads to
BASE_URL.`,
      examples: ['users reset-link ann@shop.example'],
      members: { email: EMAIL },
      prints: {
        text: ({ url, expires_at: end }) =>
          `Hand this link over. It works once, until ${formatMinute(end)}:\n  ${url}`,
      },
    },
  }),

  defineForOperator({
    input: z.object({ email }),
    async run(visit, { email: address }) {
      const account = await requireAccount(visit, address);
      const entry = toRecordedEntry(visit, 'account.second_factor_disabled', { account: account.email });
      if (!(await visit.context.secondFactors.remove(account.id, entry)))
        throw toNotFoundError(`${account.email} has no authenticator app.`);
      return toWire(accountWire, account);
    },
    command: {
      name: 'users reset-second-factor',
      summary: 'Remove the authenticator app of an account that has lost it',
      details: 'Its recovery codes end, too. The password stays the same.',
      examples: ['users reset-second-factor ann@shop.example'],
      members: { email: EMAIL },
      prints: { done: (account) => `${account.email} signs in without a code of an authenticator app.` },
    },
  }),
];
