import { z } from 'zod';
import { SESSION_MS } from '../../accounts/cookies.ts';
import { toDeviceName } from '../../accounts/device-name.ts';
import { CommerceError, toNotFoundError } from '../../commerce/errors.ts';
import { toIso } from '../../commerce/time/time.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import { forPerson } from '../action.ts';
import { instantOrNull } from '../fields.ts';
import { listForPerson } from '../lists.ts';
import { getNow, toRecordedEntry, type Visit } from '../visit.ts';
import { rememberBrowser } from './login-throttle.ts';

export const accountSessionEndpoints = [
  listForPerson({
    id: 'listAccountSessions',
    route: 'GET /account/sessions',
    summary: 'Lists the browsers in which the account is signed in.',
    file: 'browsers',
    row: z.object({
      id: z.uuid(),
      device: z.string().describe('Browser and system, such as `Firefox on Windows`; empty when unknown.'),
      created_at: z.iso.datetime(),
      last_used_at: instantOrNull.describe('Precise to some minutes.'),
      current: z.boolean().describe('True for the session of this request.'),
    }),
    async listItems(visit) {
      const { account, sessionId } = visit.identity;
      const sessions = await visit.context.accountSessions.listOfAccount(account.id, getNow(visit));
      return sessions.map(({ userAgent, ...session }) => {
        return { ...session, device: toDeviceName(userAgent), current: session.id === sessionId };
      });
    },
  }),

  forPerson({
    id: 'endAccountSession',
    route: 'DELETE /account/sessions/{session_id}',
    summary: 'Signs the account out in one browser.',
    input: z.object({ session_id: z.string() }),
    async run(visit, { session_id: id }) {
      const { context, identity } = visit;
      const entry = toRecordedEntry(visit, 'account.session_ended', { id });
      if (!(await context.accountSessions.end(identity.account.id, id, entry)))
        throw toNotFoundError('You have no session with that id.');
    },
  }),

  forPerson({
    id: 'endOtherAccountSessions',
    route: 'POST /account/sessions/end-others',
    summary: 'Signs the account out in all other browsers.',
    output: z.object({ ended: z.int() }),
    async run(visit) {
      const { account, sessionId = '' } = visit.identity;
      const createEntry = (count: number) =>
        toRecordedEntry(visit, 'account.other_sessions_ended', { count });
      return { ended: await visit.context.accountSessions.endOthers(account.id, sessionId, createEntry) };
    },
  }),
];

/** Begins a session, and remembers its browser. Throws `unauthenticated` when the account's credentials have changed since. */
export async function beginSession(visit: Visit, account: Account) {
  const { accountSessions, newId, now, sessionCookie } = visit.context;
  const { tokenHash, line } = sessionCookie.begin();
  const createdAt = now();
  const session = {
    id: newId(),
    tokenHash,
    userAgent: visit.userAgent.slice(0, 300),
    createdAt: toIso(createdAt),
    expiresAt: toIso(createdAt + SESSION_MS),
  };
  if (!(await accountSessions.begin(session, account)))
    throw new CommerceError(
      'unauthenticated',
      'Your password or authenticator app has changed. Sign in again.',
    );
  return { account, cookies: [rememberBrowser(visit, account), line] };
}
