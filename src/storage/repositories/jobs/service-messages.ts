import { sql } from 'kysely';
import type { MessageKind, ServiceMessage } from '../../../commerce/merchant/mail.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { insertNew, matchRows } from '../rows/rows.ts';
import { findInRotation, type Rotation } from './job-queue.ts';

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

function createContext(sealed: Sealed) {
  const rotations: Record<MessageKind, Rotation> = { mail: { after: '' }, unpair: { after: '' } };
  return { ...sealed, rotations };
}

type Context = ReturnType<typeof createContext>;

export type ServiceMessages = ReturnType<typeof createServiceMessageRepository>;

/** Messages of the service that wait for their receivers; contents are sealed, and deleted once they are sent. */
export const createServiceMessageRepository = (sealed: Sealed) =>
  bindFunctions(createContext(sealed), { add, takeDue, recallLate, postpone, finish, forget });

/** Does nothing for an id that was added before. */
async function add({ database, sealing }: Sealed, id: string, message: ServiceMessage, at: NewMessage) {
  const { now, expiresAt, organizationId = id } = at;
  const row = { id, ...message, organizationId, expiresAt, nextAttemptAt: now, createdAt: now };
  await insertNew(database, 'service_messages', row, sealing);
}

/** Leases the first due message of the next organization, and counts the attempt. Of concurrent callers, one gets it. */
async function takeDue(context: Context, kind: MessageKind, { now, until }: LeaseSpan) {
  const { database, sealing, rotations } = context;
  const rotation = rotations[kind];
  const next = await findInRotation(rotation, (after) => {
    const due = { kind, organizationId: ['>', after], nextAttemptAt: ['<=', now] } as const;
    const names = ['id', 'organizationId', 'nextAttemptAt'] as const;
    return matchRows(database, 'service_messages', due).read(names, 'organizationId', 'nextAttemptAt');
  });
  if (!next) return undefined;
  rotation.after = next.organizationId;
  const leased = await matchRows(database, 'service_messages', next, sealing).updateReturning({
    nextAttemptAt: until,
    attempts: sql`attempts + 1`,
  });
  // `kind` and `content` belong to one message.
  return leased[0] as DueMessage | undefined;
}

/** Makes messages due that a wrong clock has postponed beyond `latest`. */
async function recallLate(
  { database }: Sealed,
  kind: MessageKind,
  { now, latest }: Record<'now' | 'latest', Instant>,
): Promise<void> {
  const late = matchRows(database, 'service_messages', { kind, nextAttemptAt: ['>', latest] });
  await late.update({ nextAttemptAt: now });
}

async function postpone({ database }: Sealed, id: string, until: Instant, { at, error }: Tried) {
  const waiting = matchRows(database, 'service_messages', { id, nextAttemptAt: ['is not', null] });
  await waiting.update({ nextAttemptAt: until, triedAt: at, error });
}

/** Deletes the content of a message that was sent or given up; its id stays, so that it is not added again. */
async function finish({ database }: Sealed, id: string, { at, error }: Tried): Promise<void> {
  const change = { content: null, nextAttemptAt: null, triedAt: at, error };
  await matchRows(database, 'service_messages', { id }).update(change);
}

/** Deletes messages that were added before this instant, and were sent or given up. */
const forget = ({ database }: Sealed, before: Instant) =>
  matchRows(database, 'service_messages', { createdAt: ['<', before], nextAttemptAt: null }).delete();
