import type { Store } from '../commerce/store.ts';
import type { StoreDomain } from '../commerce/store-domain.ts';
import type { StoreContext } from '../operations/store-context.ts';
import type { PendingOrderEvent, OrderEventOutbox } from '../storage/repositories/order-event-outbox.ts';
import type { Outages } from '../storage/repositories/outages.ts';
import type { RunningJob, JobOutcome } from './job-kind.ts';

/** What background work for a store has at hand: what operations have, and what only it needs. */
export interface JobContext extends StoreContext {
  /** What the shop is given to sign its events with. */
  webhookSecret(): Promise<string>;
  outbox: OrderEventOutbox;
  outages: Outages;
  /** Tells the platform of an order's agent. Throws when it is to be told again. */
  notifyAgentPlatform(context: StoreContext, notice: PendingOrderEvent): Promise<void>;
  /** Undefined: the store has no such domain any more. */
  checkCustomDomain(store: Store, id: string): Promise<StoreDomain | undefined>;
  log(details: object, message: string): void;
}

/** How something is done for one store. */
export type StoreJob = (context: JobContext, job: RunningJob) => Promise<JobOutcome | undefined>;
