import { z } from 'zod';
import { CHALLENGE_SECONDS } from '../../accounts/passkey-ceremonies.ts';
import { CommerceError, toNotFoundError } from '../../commerce/errors.ts';
import { admitPasskey } from '../../commerce/merchant/account-refusals.ts';
import { forAnyone, forPerson } from '../action.ts';
import { accountWire, currentPassword, shortName } from '../fields.ts';
import { getNow, readCookies, toRecordedEntry, type Visit } from '../visit.ts';
import { beginSession } from './account-sessions.ts';
import { countOrRefuse, countWithin, signOnLimit } from './login-throttle.ts';
import { confirmPassword } from './passwords.ts';

const challenge = z.object({
  options: z.looseObject({}).describe('For the browser, in the JSON form of Web Authentication.'),
});
const text = z.string().max(100_000);
const response = z
  .looseObject({ id: text.min(1), rawId: text, type: z.literal('public-key') })
  .extend({ response: z.looseObject({ clientDataJSON: text }) })
  .describe('The browser’s credential, in the JSON form of Web Authentication.');

export const passkeyEndpoints = [
  forAnyone({
    id: 'beginPasskeySignIn',
    route: 'POST /passkey-sign-in',
    summary: 'Begins a sign-in with a passkey. The answer sets a cookie that finishing it requires.',
    output: challenge,
    async run(visit) {
      await countOrRefuse(visit, [signOnLimit(visit)]);
      return visit.context.passkeyCeremonies.beginAuthentication();
    },
  }),

  forAnyone({
    id: 'finishPasskeySignIn',
    route: 'POST /passkey-sign-in/finish',
    summary: 'Completes a sign-in with a passkey, and begins a session.',
    input: z.object({ response }),
    output: z.object({ account: accountWire }),
    async run(visit, { response }) {
      const { accounts, passkeyCeremonies, passkeys } = visit.context;
      await countOrRefuse(visit, [signOnLimit(visit)]);
      const challenge = await takeChallenge(visit);
      const passkey = await passkeys.find(response.id);
      const account = passkey && (await accounts.find(passkey.accountId));
      if (!account) throw createRefusedError();
      const counter = await passkeyCeremonies.verifyAuthentication(challenge, response, passkey);
      if (counter === undefined || !(await passkeys.recordUse(passkey, counter, getNow(visit))))
        throw createRefusedError();
      return beginSession(visit, account);
    },
  }),

  forPerson({
    id: 'beginPasskey',
    route: 'POST /account/passkeys/begin',
    summary: 'Begins to add a passkey. The answer sets a cookie that adding it requires.',
    input: z.object({ current_password: currentPassword }),
    output: challenge,
    async run(visit, { current_password }) {
      const { context, identity } = visit;
      const passkeys = await context.passkeys.listOfAccount(identity.account.id);
      admitPasskey(passkeys.length);
      await confirmPassword(visit, current_password);
      const credentialIds = passkeys.map(({ credentialId }) => credentialId);
      return context.passkeyCeremonies.beginRegistration(identity.account, credentialIds);
    },
  }),

  forPerson({
    id: 'addPasskey',
    route: 'POST /account/passkeys',
    created: true,
    summary: 'Adds the passkey that the browser made.',
    input: z.object({ name: shortName, response }),
    async run(visit, { name, response }) {
      const { context, identity } = visit;
      const accountId = identity.account.id;
      const challenge = await takeChallenge(visit, accountId);
      const credential = await context.passkeyCeremonies.verifyRegistration(challenge, response);
      if (!credential) throw createRefusedError();
      const passkey = { id: context.newId(), accountId, name, ...credential };
      const entry = toRecordedEntry(visit, 'account.passkey_added', { name });
      const added = { passkey, sessionId: identity.sessionId ?? '', entry, admit: admitPasskey };
      if (!(await context.passkeys.add(added))) throw createRefusedError();
    },
  }),

  forPerson({
    id: 'removePasskey',
    route: 'DELETE /account/passkeys/{passkey_id}',
    summary: 'Removes a passkey.',
    input: z.object({ passkey_id: z.string() }),
    async run(visit, { passkey_id: id }) {
      const { context, identity } = visit;
      const entry = toRecordedEntry(visit, 'account.passkey_removed', { id });
      if (!(await context.passkeys.remove(identity.account.id, id, entry)))
        throw toNotFoundError('You have no passkey with that id.');
    },
  }),
];

/** Returns the challenge that was begun in this browser. Of concurrent answers to it, one is checked: others throw `invalid_input`. */
async function takeChallenge(visit: Visit, accountId?: string) {
  const challenge = visit.context.passkeyCeremonies.readChallenge(readCookies(visit), accountId);
  if (challenge === undefined) throw createRefusedError();
  const once = { bucket: `passkey challenge ${challenge}`, limit: 1, windowMs: CHALLENGE_SECONDS * 1_000 };
  if (!(await countWithin(visit, [once]))) throw createRefusedError();
  return challenge;
}

function createRefusedError() {
  const message = 'was not accepted: it is unknown here, was removed, or took longer than five minutes';
  const details = [{ path: 'response', message }];
  return new CommerceError('invalid_input', `The passkey ${message}.`, { details });
}
