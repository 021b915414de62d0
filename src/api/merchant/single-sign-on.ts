import { z } from 'zod';
import {
  beginConnecting,
  beginSingleSignOn,
  disconnectSingleSignOn,
  finishSingleSignOn,
} from '../../merchants/single-sign-on.ts';
import { accountWire, toReply } from './accounts.ts';
import { forAccount, forAnyone, type MerchantEndpoint } from './endpoint.ts';
import { linkToken } from './names.ts';

const address = z.object({ url: z.url().describe('Page of the identity provider: send the browser there.') });
const parameter = z.string().min(1).max(4_000);

export const singleSignOnEndpoints: MerchantEndpoint[] = [
  forAnyone({
    rest: 'POST /single-sign-on',
    summary:
      'Begins a sign-in at the identity provider. The answer sets a cookie that finishing it requires.',
    input: z.object({
      invitation: linkToken
        .optional()
        .describe('Token of an invitation, which the sign-in accepts if its e-mail address matches.'),
    }),
    output: address,
    async run(visit, { invitation }) {
      const { url, cookies } = await beginSingleSignOn(visit, invitation);
      return { body: { url }, headers: { 'set-cookie': cookies } };
    },
  }),

  forAnyone({
    rest: 'POST /single-sign-on/finish',
    summary: 'Completes a sign-in with the parameters that the identity provider sent back with the browser.',
    input: z.object({ code: parameter, state: parameter }),
    output: z.object({ account: accountWire }),
    run: async (visit, input) => toReply(await finishSingleSignOn(visit, input)),
  }),

  forAccount({
    rest: 'POST /account/single-sign-on',
    summary: 'Begins to connect the account with an identity of the provider.',
    inPerson: true,
    output: address,
    async run(visit) {
      const { url, cookies } = await beginConnecting(visit);
      return { body: { url }, headers: { 'set-cookie': cookies } };
    },
  }),

  forAccount({
    rest: 'DELETE /account/single-sign-on',
    summary: 'Disconnects the account from the identity provider.',
    inPerson: true,
    run: (visit) => disconnectSingleSignOn(visit),
  }),
];
