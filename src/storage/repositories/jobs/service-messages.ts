import { sql } from 'kysely';
import type { MessageKind, ServiceMessage } from '../../../commerce/merchant/service-message.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { insertNew, matchRows } from '../rows/rows.ts';
import { correctLine, leaseInTurn, type WaitingOrganization } from './organization-queues.ts';

export type DueMessage = ServiceMessage & { id: string; attempts: number; expiresAt: Instant };

interface NewMessage extends Record<'now' | 'expiresAt', Instant> {
  /** A message without an organization counts for itself. */
  organizationId?: string | undefined;
}

/** `until`: the message is due again then, unless it was postponed or finished before. */
type LeaseSpan = Record<'now' | 'until', Instant>;

/** Outcome of an attempt; no error when the receiver took the message. */
interface Tried {
  at: Instant;
  error: string | null;
}

export type ServiceMessages = ReturnType<typeof createServiceMessageRepository>;

/** Messages of the service that wait for their receivers; contents are sealed, and deleted once they are sent. */
export const createServiceMessageRepository = (context: Sealed) =>
  bindFunctions(context, { add, takeDue, recallLate, postpone, finish, forget });

/** Does nothing for an id that was added before. */
async function add(
  { database, sealing }: Sealed,
  id: string,
  { kind, content }: ServiceMessage,
  { now, expiresAt, organizationId = id }: NewMessage,
): Promise<void> {
  const row = { id, kind, organizationId, content, expiresAt, nextAttemptAt: now, createdAt: now };
  await insertNew(database, 'service_messages', row, sealing);
}

/** Leases a due message of the organization that waits longest, and counts the attempt. Of concurrent callers, one gets it. */
function takeDue(context: Sealed, kind: MessageKind, span: LeaseSpan): Promise<DueMessage | undefined> {
  const lane = { now: span.now, kinds: [kind] };
  return leaseInTurn(context.database, lane, (claimed) => leaseOf(context, kind, claimed, span));
}

/** Leases the first message of an organization; corrects the instant since which it waits when none is due. */
async function leaseOf(
  { database, sealing }: Sealed,
  kind: MessageKind,
  claimed: WaitingOrganization,
  { now, until }: LeaseSpan,
): Promise<DueMessage | undefined> {
  const { organizationId } = claimed;
  const waiting = { organizationId, kind, nextAttemptAt: ['is not', null] } as const;
  const messages = matchRows(database, 'service_messages', waiting);
  const next = await messages.read(['id', 'nextAttemptAt'], 'nextAttemptAt');
  if (!next?.nextAttemptAt || next.nextAttemptAt > now) {
    await correctLine(database, claimed, next?.nextAttemptAt ?? null);
    return undefined;
  }
  const leased = await matchRows(database, 'service_messages', next, sealing).updateReturning({
    nextAttemptAt: until,
    attempts: sql`attempts + 1`,
  });
  // `kind` and `content` are those of one message.
  return leased[0] as DueMessage | undefined;
}

/** Makes messages due that a wrong clock has postponed beyond `latest`, and organizations wait again that it has served. */
async function recallLate(
  { database }: Sealed,
  kind: MessageKind,
  { now, latest }: Record<'now' | 'latest', Instant>,
): Promise<void> {
  const late = matchRows(database, 'service_messages', { kind, nextAttemptAt: ['>', latest] });
  await late.update({ nextAttemptAt: now });
  const ahead = matchRows(database, 'organization_queues', { kind, servedAt: ['>', now] });
  await ahead.update({ servedAt: '' });
}

async function postpone(
  { database }: Sealed,
  id: string,
  until: Instant,
  { at, error }: Tried,
): Promise<void> {
  const waiting = matchRows(database, 'service_messages', { id, nextAttemptAt: ['is not', null] });
  await waiting.update({ nextAttemptAt: until, triedAt: at, error });
}

/** Deletes the content of a message that was sent or given up; its id stays, so that it is not added again. */
async function finish({ database }: Sealed, id: string, { at, error }: Tried): Promise<void> {
  const change = { content: null, nextAttemptAt: null, triedAt: at, error };
  await matchRows(database, 'service_messages', { id }).update(change);
}

/** Deletes messages that were added before this instant, and were sent or given up. */
async function forget({ database }: Sealed, before: Instant): Promise<void> {
  await matchRows(database, 'service_messages', { createdAt: ['<', before], nextAttemptAt: null }).delete();
}
