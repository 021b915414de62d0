import { deviceName } from '../../accounts/device-name.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { isUuid } from '../../commerce/uuid.ts';
import type { AccountSession } from '../../storage/repositories/account-sessions.ts';
import { type AccountVisit, entryOf, nowOf } from '../visit.ts';

interface ListedSession extends Omit<AccountSession, 'userAgent'> {
  /** `Firefox on Windows`; empty for no known browser. */
  device: string;
  /** The session of this request. */
  isCurrent: boolean;
}

/** Lists the browsers in which the account is signed in, newest first. */
export async function listAccountSessions(
  visit: AccountVisit<'accountSessions' | 'now'>,
): Promise<ListedSession[]> {
  const { account, sessionId } = visit.identity;
  const sessions = await visit.context.accountSessions.ofAccount(account.id, nowOf(visit));
  return sessions.map(({ userAgent, ...session }) => {
    return { ...session, device: deviceName(userAgent), isCurrent: session.id === sessionId };
  });
}

type EndVisit = AccountVisit<'accountSessions' | 'now'>;

/** Signs the account out in another browser. Throws `not_found` for a session that the account does not have. */
export async function endAccountSession(visit: EndVisit, id: string): Promise<void> {
  const { context, identity } = visit;
  const entry = entryOf(visit, 'account.session_ended', { id });
  const ended = isUuid(id) && (await context.accountSessions.end(identity.account.id, id, entry));
  if (!ended) throw new CommerceError('not_found', 'You have no session with that id.');
}

/** Signs the account out in all other browsers. */
export function endOtherSessions(visit: EndVisit): Promise<number> {
  const { account, sessionId = '' } = visit.identity;
  return visit.context.accountSessions.endOthers(account.id, sessionId, (count) =>
    entryOf(visit, 'account.other_sessions_ended', { count }),
  );
}
