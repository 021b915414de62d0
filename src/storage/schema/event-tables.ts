import type { Generated } from 'kysely';

/** Addresses of merchants that get the events of a store. */
interface EventEndpointsTable {
  id: string;
  store_id: string;
  /** Sealed: its path or query is a secret with many receivers. */
  url: string;
  description: string;
  /** JSON: EventType[]; null for all. */
  event_types: string | null;
  /** Sealed: `whsec_…`. */
  secret: string;
  /** Sealed; signs along until `previous_until`. */
  previous_secret: string | null;
  previous_until: string | null;
  /** Null while it is enabled. */
  disabled_reason: string | null;
  /** Consecutive failures. */
  failures: Generated<number>;
  held_until: string | null;
  created_at: string;
}

/** Messages to merchants' endpoints and to agent platforms, written in the transaction of the change that they report. */
interface OutboxMessagesTable {
  /** Sequence of the messages of one subject. */
  number: Generated<number | string>;
  id: string;
  store_id: string;
  /** `endpoint` or `agent_platform`. */
  receiver: string;
  /** Subject of the job that delivers it: an endpoint's id, or an order's id for its agent platform. */
  channel: string;
  /** Messages of one subject in one channel are delivered one after the other. */
  subject: string;
  /** The same over all attempts and endpoints, so that receivers can deduplicate. */
  message_id: string;
  type: string;
  /** URL of the agent platform's profile; empty for an endpoint, which may change its own. */
  address: string;
  /** Sealed JSON: EventData, or the Order for an agent platform. */
  snapshot: string;
  occurred_at: string;
  /** `pending`, `delivered` or `dead`. */
  status: Generated<string>;
  attempts: Generated<number>;
  next_attempt_at: string;
  /** Instant of the delivery or of the last attempt of a dead letter. */
  settled_at: string | null;
  /** JSON: DeliveryAttempt[], the last ones. */
  history: string | null;
}

export interface EventTables {
  event_endpoints: EventEndpointsTable;
  outbox_messages: OutboxMessagesTable;
}
