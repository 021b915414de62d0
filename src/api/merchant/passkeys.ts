import { z } from 'zod';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  finishPasskeySignIn,
  removePasskey,
} from '../../merchants/passkeys.ts';
import { accountWire, toReply } from './accounts.ts';
import { currentPassword } from './account-security.ts';
import { forAccount, forAnyone, type MerchantEndpoint } from './endpoint.ts';
import { shortName } from './names.ts';

const challenge = z.object({
  options: z.looseObject({}).describe('For the browser, in the JSON form of Web Authentication.'),
});
const text = z.string().max(100_000);
const response = z
  .looseObject({ id: text.min(1), rawId: text, type: z.literal('public-key') })
  .extend({ response: z.looseObject({ clientDataJSON: text }) })
  .describe('The browser’s credential, in the JSON form of Web Authentication.');

export const passkeyEndpoints: MerchantEndpoint[] = [
  forAnyone({
    rest: 'POST /passkey-sign-in',
    summary: 'Begins a sign-in with a passkey. The answer sets a cookie that finishing it requires.',
    output: challenge,
    async run(visit) {
      const { options, cookies } = await beginPasskeySignIn(visit);
      return { body: { options }, headers: { 'set-cookie': cookies } };
    },
  }),

  forAnyone({
    rest: 'POST /passkey-sign-in/finish',
    summary: 'Completes a sign-in with a passkey, and begins a session.',
    input: z.object({ response }),
    output: z.object({ account: accountWire }),
    run: async (visit, { response }) => toReply(await finishPasskeySignIn(visit, response)),
  }),

  forAccount({
    rest: 'POST /account/passkeys/begin',
    summary: 'Begins to add a passkey. The answer sets a cookie that adding it requires.',
    inPerson: true,
    input: z.object({ current_password: currentPassword }),
    output: challenge,
    async run(visit, input) {
      const { options, cookies } = await beginPasskey(visit, input.current_password);
      return { body: { options }, headers: { 'set-cookie': cookies } };
    },
  }),

  forAccount({
    rest: 'POST /account/passkeys',
    summary: 'Adds the passkey that the browser made.',
    inPerson: true,
    input: z.object({ name: shortName, response }),
    async run(visit, input) {
      await addPasskey(visit, input);
      return { created: true, body: {} };
    },
  }),

  forAccount({
    rest: 'DELETE /account/passkeys/{passkey_id}',
    summary: 'Removes a passkey.',
    inPerson: true,
    input: z.object({ passkey_id: z.string() }),
    run: (visit, { passkey_id }) => removePasskey(visit, passkey_id),
  }),
];
