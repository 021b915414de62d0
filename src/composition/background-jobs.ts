import type { Config } from '../config.ts';
import { background } from '../jobs/background.ts';
import { rateCounters } from '../rate-limiting/rate-counters.ts';
import { receiveWebhook, recordTogether } from '../webhooks/receive-webhook.ts';
import { recordCalls } from '../request-log/record-calls.ts';
import { taskKinds } from '../jobs/job-kinds.ts';
import type { Opened } from './infrastructure.ts';
import type { ServiceLog } from './overrides.ts';
import type { Reach } from './outbound-clients.ts';
import { webhookReader } from './open-stores.ts';
import type { StoresAndPlatforms } from './store-contexts.ts';

interface Surroundings {
  config: Config;
  opened: Opened;
  reach: Reach;
  openings: StoresAndPlatforms;
  log: ServiceLog;
}

export type Work = ReturnType<typeof prepareWork>;

/** What is done beside answering: tasks and sweeps, the log of calls, the counting of rates, shops' events. None is begun yet. */
export function prepareWork({ config, opened, reach, openings, log }: Surroundings) {
  const { remembered, watching, now, newId } = opened;
  const { shops } = reach;
  const { metrics } = watching;
  const { retentionDays, requestLogDays } = config;
  const counters = rateCounters({ ...remembered, now, log });
  const recorder = recordCalls({
    ...remembered,
    requestLogDays,
    newId,
    onDrop: metrics.callDropped,
    log,
  });
  const tasks = background({
    remembered,
    kinds: taskKinds(openings.openForUpkeep, openings.leaving),
    pairing: shops.pairing,
    retentionDays,
    requestLogDays,
    now,
    newId,
    aroundTasks: watching.aroundTasks,
    log,
  });
  const receiving = {
    ...remembered,
    read: webhookReader(remembered, shops),
    record: recordTogether({ ...remembered, wake: tasks.wake, now }),
    now,
  };
  return {
    ...tasks,
    counters,
    recorder,
    receiveWebhook: (slug: string, request: Parameters<typeof receiveWebhook>[2]) =>
      metrics.webhookDone(() => receiveWebhook(receiving, slug, request)),
  };
}
