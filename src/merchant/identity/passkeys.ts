import { z } from 'zod';
import type { PasskeyChallenge, PasskeyResponse } from '../../accounts/sign-ins.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { iso } from '../../commerce/time.ts';
import { isUuid } from '../../commerce/uuid.ts';
import { forAccount, forAnyone, type MerchantEndpoint } from '../action.ts';
import { shortName } from '../names.ts';
import { type AccountVisit, entryOf, type Visit } from '../visit.ts';
import { currentPassword } from './account-security.ts';
import { accountWire, toReply } from './accounts.ts';
import { endBegun, type SignedIn } from './begin-session.ts';
import { countOrRefuse, rememberBrowser, signOnLimit } from './login-throttle.ts';
import { confirmOwnPassword } from './passwords.ts';

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
    id: 'beginPasskeySignIn',
    rest: 'POST /passkey-sign-in',
    summary: 'Begins a sign-in with a passkey. The answer sets a cookie that finishing it requires.',
    output: challenge,
    async run(visit) {
      const { options, cookies } = await beginPasskeySignIn(visit);
      return { body: { options }, headers: { 'set-cookie': cookies } };
    },
  }),

  forAnyone({
    id: 'finishPasskeySignIn',
    rest: 'POST /passkey-sign-in/finish',
    summary: 'Completes a sign-in with a passkey, and begins a session.',
    input: z.object({ response }),
    output: z.object({ account: accountWire }),
    run: async (visit, { response }) => toReply(await finishPasskeySignIn(visit, response)),
  }),

  forAccount({
    id: 'beginPasskey',
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
    id: 'addPasskey',
    rest: 'POST /account/passkeys',
    created: true,
    summary: 'Adds the passkey that the browser made.',
    inPerson: true,
    input: z.object({ name: shortName, response }),
    async run(visit, input) {
      await addPasskey(visit, input);
      return { body: {} };
    },
  }),

  forAccount({
    id: 'removePasskey',
    rest: 'DELETE /account/passkeys/{passkey_id}',
    summary: 'Removes a passkey.',
    inPerson: true,
    input: z.object({ passkey_id: z.string() }),
    run: (visit, { passkey_id }) => removePasskey(visit, passkey_id),
  }),
];

const MAX_PASSKEYS = 20;

/** Returns what the browser makes a passkey from. Throws `invalid_input` for a wrong password. */
async function beginPasskey(
  visit: AccountVisit<'accounts' | 'attempts' | 'baseUrl' | 'devices' | 'now' | 'passkeys' | 'signIns'>,
  password: string | undefined,
): Promise<PasskeyChallenge> {
  const { context, identity } = visit;
  if ((await context.passkeys.ofAccount(identity.account.id)).length >= MAX_PASSKEYS)
    throw new CommerceError('conflict', `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
  await confirmOwnPassword(visit, password);
  return context.signIns.beginPasskey(headersOf(visit));
}

/** Stores the passkey that the browser made. Throws `invalid_input` for one that does not answer the challenge. */
async function addPasskey(
  visit: AccountVisit<'audit' | 'baseUrl' | 'now' | 'signIns'>,
  { name, response }: { name: string; response: PasskeyResponse },
): Promise<void> {
  const { context } = visit;
  if (!(await context.signIns.addPasskey(headersOf(visit), { name, response }))) throw refused();
  // better-auth stores the passkey in a statement of its own.
  const { actor, now, ...entry } = entryOf(visit, 'account.passkey_added', { name });
  await context.audit.write(actor, { storeId: null, ...entry }, now).catch(() => {
    throw new CommerceError(
      'busy',
      'The passkey was added, but the audit log could not be written. Reload the page.',
    );
  });
}

/** Throws `not_found` for a passkey that the account does not have. */
async function removePasskey(visit: AccountVisit<'now' | 'passkeys'>, id: string): Promise<void> {
  const { context, identity } = visit;
  const entry = entryOf(visit, 'account.passkey_removed', { id });
  if (!isUuid(id) || !(await context.passkeys.remove(identity.account.id, id, entry)))
    throw new CommerceError('not_found', 'You have no passkey with that id.');
}

async function beginPasskeySignIn(visit: Visit<'attempts' | 'now' | 'signIns'>): Promise<PasskeyChallenge> {
  await countOrRefuse(visit, [signOnLimit(visit)]);
  return visit.context.signIns.beginPasskeySignIn();
}

/** Throws `invalid_input` for a passkey that is unknown, or does not answer the challenge. */
async function finishPasskeySignIn(
  visit: Visit<'accounts' | 'attempts' | 'baseUrl' | 'devices' | 'now' | 'passkeys' | 'signIns'>,
  response: PasskeyResponse,
): Promise<SignedIn> {
  const { context } = visit;
  await countOrRefuse(visit, [signOnLimit(visit)]);
  const begun = await context.signIns.finishPasskeySignIn(headersOf(visit), response);
  const account = begun && (await context.accounts.find(begun.accountId));
  if (!account) throw refused();
  if (!(await context.passkeys.used(response.id, iso(context.now())))) {
    await endBegun(context.signIns, begun.cookies);
    throw refused();
  }
  return { account, cookies: [rememberBrowser(visit, account), ...begun.cookies] };
}

/** Headers that prove the browser: its cookies, its page, and its name for the list of sessions. */
function headersOf({ context, headers, userAgent }: Visit<'baseUrl'>): Headers {
  const { cookie = '', origin = context.baseUrl() } = headers;
  return new Headers({ cookie: String(cookie), origin: String(origin), 'user-agent': userAgent });
}

function refused(): CommerceError {
  const message = 'was not accepted: it is unknown here, was removed, or took longer than five minutes';
  return new CommerceError('invalid_input', `The passkey ${message}.`, {
    details: [{ path: 'response', message }],
  });
}
