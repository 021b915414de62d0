import type { HealthAspect, HealthState } from '../../commerce/store/health.ts';
import { instant, oneOf, ref, text, uuid } from './column.ts';
import { declareTable } from './table.ts';

/** Health of a store by aspect, as it has held. A state that is not confirmed yet is pending. */
export const storeHealth = declareTable('store_health', {
  store_id: ref('stores'),
  aspect: oneOf<HealthAspect>(),
  state: oneOf<HealthState>(),
  since: instant,
  reason: text.optional,
  remedy: text.optional,
  pending_state: oneOf<HealthState>().optional,
  pending_since: instant.optional,
  /** Last test that a person asked for: changes soon after it are not held back. */
  tested_at: instant.optional,
}).with({
  key: ['store_id', 'aspect'],
  indexes: { faulty: "(store_id) where state in ('warning', 'failing') or pending_state is not null" },
});

/** Changes of a store's health that are reported to its merchant. */
export const healthChanges = declareTable('health_changes', {
  id: uuid,
  store_id: ref('stores'),
  aspect: oneOf<HealthAspect>(),
  from_state: oneOf<HealthState>(),
  to_state: oneOf<HealthState>(),
  /** Begin of the new state, which is earlier than the confirmation at `at`. */
  since: instant,
  at: instant,
  reason: text.optional,
  remedy: text.optional,
}).with({ indexes: { age: '(at)', of_store: '(store_id, at)' } });
