import { deviceName } from '../accounts/device-name.ts';
import { CommerceError } from '../commerce/errors.ts';
import { isUuid } from '../commerce/uuid.ts';
import type { AccountSession } from '../storage/repositories/account-sessions.ts';
import { type AccountVisit, nowOf, record } from './merchant-context.ts';

export interface ListedSession extends Omit<AccountSession, 'userAgent'> {
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

type EndVisit = AccountVisit<'accountSessions' | 'audit' | 'now'>;

/** Signs the account out in another browser. Throws `not_found` for a session that the account does not have. */
export async function endAccountSession(visit: EndVisit, id: string): Promise<void> {
  const { context, identity } = visit;
  const ended = isUuid(id) && (await context.accountSessions.end(identity.account.id, id));
  if (!ended) throw new CommerceError('not_found', 'You have no session with that id.');
  await record(visit, 'account.session_ended', { id });
}

/** Signs the account out in all other browsers. */
export async function endOtherSessions(visit: EndVisit): Promise<number> {
  const { context, identity } = visit;
  const count = await context.accountSessions.endOthers(identity.account.id, identity.sessionId ?? '');
  await record(visit, 'account.other_sessions_ended', { count });
  return count;
}
