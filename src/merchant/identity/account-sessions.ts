import { z } from 'zod';
import { toDeviceName } from '../../accounts/device-name.ts';
import { toNotFoundError } from '../../commerce/errors.ts';
import { forPerson, type MerchantEndpoint } from '../action.ts';
import { defineWholeList } from '../lists.ts';
import { getNow, toRecordedEntry } from '../visit.ts';

const accountSessionWire = z.object({
  id: z.uuid(),
  device: z.string().describe('Browser and system, such as `Firefox on Windows`; empty when unknown.'),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('Precise to some minutes.'),
  current: z.boolean().describe('True for the session of this request.'),
});

export const accountSessionEndpoints: MerchantEndpoint[] = [
  forPerson(
    defineWholeList({
      id: 'listAccountSessions',
      route: 'GET /account/sessions',
      summary: 'Lists the browsers in which the account is signed in.',
      file: 'browsers',
      row: accountSessionWire,
      async listItems(visit) {
        const { account, sessionId } = visit.identity;
        const sessions = await visit.context.accountSessions.listOfAccount(account.id, getNow(visit));
        return sessions.map(({ userAgent, ...session }) => {
          return { ...session, device: toDeviceName(userAgent), current: session.id === sessionId };
        });
      },
    }),
  ),

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
