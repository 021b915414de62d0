import { sql } from 'kysely';
import type { MessageKind, ServiceMessage } from '../../../commerce/merchant/mail.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import { TABLES } from '../../tables/tables.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { doNothing, hasChanged, match } from '../rows/rows.ts';
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
  await database
    .insertInto('service_messages')
    .values(TABLES.service_messages.toRow(row, sealing))
    .onConflict(doNothing)
    .execute();
}

/** Leases the first due message of the next organization, and counts the attempt. Of concurrent callers, one gets it. */
async function takeDue(context: Context, kind: MessageKind, { now, until }: LeaseSpan) {
  const { database, sealing, rotations } = context;
  const rotation = rotations[kind];
  const next = await findInRotation(rotation, (after) =>
    database
      .selectFrom('service_messages')
      .select(['id', 'organizationId', 'nextAttemptAt'])
      .where('kind', '=', kind)
      .where('organizationId', '>', after)
      .where('nextAttemptAt', '<=', now)
      .orderBy('organizationId')
      .orderBy('nextAttemptAt')
      .limit(1)
      .executeTakeFirst(),
  );
  if (!next) return undefined;
  rotation.after = next.organizationId;
  const leased = await database
    .updateTable('service_messages')
    .set({ nextAttemptAt: until, attempts: sql`attempts + 1` })
    .where(match(next))
    .returningAll()
    .executeTakeFirst();
  // `kind` and `content` belong to one message.
  return leased && (TABLES.service_messages.fromRow(leased, sealing) as DueMessage);
}

/** Makes messages due that a wrong clock has postponed beyond `latest`. */
async function recallLate(
  { database }: Sealed,
  kind: MessageKind,
  { now, latest }: Record<'now' | 'latest', Instant>,
): Promise<void> {
  await database
    .updateTable('service_messages')
    .set({ nextAttemptAt: now })
    .where('kind', '=', kind)
    .where('nextAttemptAt', '>', latest)
    .execute();
}

async function postpone({ database }: Sealed, id: string, until: Instant, { at, error }: Tried) {
  await database
    .updateTable('service_messages')
    .set({ nextAttemptAt: until, triedAt: at, error })
    .where('id', '=', id)
    .where('nextAttemptAt', 'is not', null)
    .execute();
}

/** Deletes the content of a message that was sent or given up; its id stays, so that it is not added again. */
async function finish({ database }: Sealed, id: string, { at, error }: Tried): Promise<void> {
  const change = { content: null, nextAttemptAt: null, triedAt: at, error };
  await database.updateTable('service_messages').set(change).where('id', '=', id).execute();
}

/** Deletes messages that were added before this instant, and were sent or given up. */
const forget = ({ database }: Sealed, before: Instant) =>
  hasChanged(
    database
      .deleteFrom('service_messages')
      .where('nextAttemptAt', 'is', null)
      .where('createdAt', '<', before),
  );
