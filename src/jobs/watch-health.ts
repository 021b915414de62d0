import { type HealthRepositories, readHealth, recordHealth } from '../operations/read-health.ts';

const BATCH_SIZE = 200;

/** Returns one round that records the health of all connected stores; a store whose health is unchanged is not written. */
export function watchHealth(repositories: HealthRepositories & { now: () => number }): () => Promise<void> {
  const { healthFacts, now } = repositories;
  return async () => {
    for (let after = ''; ; ) {
      const ids = await healthFacts.connectedStores(after, BATCH_SIZE);
      const at = now();
      for (const reading of await readHealth(repositories, ids, at))
        await recordHealth(repositories, reading, at);
      after = ids.at(-1) ?? '';
      if (ids.length < BATCH_SIZE) return;
    }
  };
}
