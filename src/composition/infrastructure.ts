import { randomUUID } from 'node:crypto';
import { limitRules } from '../commerce/merchant/organization-limits.ts';
import { toTimeOrderedId } from '../commerce/text/uuid.ts';
import { describeClockDoubt } from '../commerce/time/clock-doubt.ts';
import { rateCounters } from '../limits/rate-counters.ts';
import { startWatching } from '../observability/watching.ts';
import { recordCalls } from '../request-log/record-calls.ts';
import type { Config } from '../settings/config.ts';
import { VERSION } from '../settings/version.ts';
import { type Database, openDatabase } from '../storage/engine/database.ts';
import { watchRefusedWrites } from '../storage/engine/refused-writes.ts';
import { loadGeneratedKey, openSealing } from '../storage/engine/secret-key.ts';
import { createSharedClock } from '../storage/engine/shared-clock.ts';
import { createRepositories } from '../storage/repositories/index.ts';
import { findNewestBegin } from '../storage/repositories/jobs/job-queue.ts';
import type { ServiceBase } from './overrides.ts';

export interface WithInfrastructure extends ServiceBase {
  infrastructure: Awaited<ReturnType<typeof openInfrastructure>>;
}

/** Opens observability, database, clock, repositories, and what counts calls. Throws for a wrong secret key, after closing the database. */
export async function openInfrastructure({ config, overrides, log }: ServiceBase) {
  const { collector } = config;
  const watching = await startWatching(collector && { ...collector, version: VERSION }, log);
  const { metrics } = watching;
  const open = overrides.openDatabase ?? openDatabase;
  const refusedWrites = watchRefusedWrites();
  const database = await open(config.databaseUrl, (reason) => {
    refusedWrites.onFailure(reason);
    metrics.databaseFailed(reason);
  });
  const { secretKey, sealing } = await loadKeys(database, config).catch(async (error) => {
    await database.destroy();
    throw error;
  });
  const clock = await createSharedClock(database, { wall: Date.now });
  const now = overrides.now ?? clock.now;
  const repositories = watching.repositories(
    createRepositories({
      ...{ database, sealing, catalogLimits: config.catalogLimits },
      limits: limitRules(config.organizationLimits ?? undefined),
    }),
  );
  const newId = overrides.newId ?? (() => toTimeOrderedId(randomUUID(), now()));
  return {
    watching,
    database,
    getRefusalOfWrites: refusedWrites.getReason,
    secretKey,
    clock,
    /** Compares the clock with the newest run of a job, which any process of the installation began. */
    findClockDoubt: async () => describeClockDoubt(await findNewestBegin(database), now()),
    repositories,
    counters: rateCounters({ ...repositories, now, log }),
    recorder: recordCalls({
      ...repositories,
      ...{ requestLogDays: config.requestLogDays, newId, log },
      onDrop: metrics.callDropped,
    }),
    now,
    newId,
  };
}

async function loadKeys(database: Database, config: Config) {
  const { databaseUrl, previousSecretKey: previous } = config;
  const secretKey = config.secretKey ?? (await loadGeneratedKey(database, databaseUrl, { previous }));
  return { secretKey, sealing: await openSealing(database, secretKey, { previous }) };
}
