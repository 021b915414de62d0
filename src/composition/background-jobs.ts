import { background } from '../jobs/background.ts';
import { jobKinds } from '../jobs/job-kinds.ts';
import type { ServiceLog } from '../observability/log.ts';
import { recordCalls } from '../request-log/record-calls.ts';
import type { Config } from '../settings/config.ts';
import { receiveWebhook, recordTogether } from '../webhooks/receive-webhook.ts';
import type { Infrastructure } from './infrastructure.ts';
import { webhookReader } from './open-stores.ts';
import type { OutboundClients } from './outbound-clients.ts';
import type { StoreContexts } from './store-contexts.ts';

interface Dependencies {
  config: Config;
  infrastructure: Infrastructure;
  outbound: OutboundClients;
  storeContexts: StoreContexts;
  log: ServiceLog;
}

export type BackgroundJobs = ReturnType<typeof createBackgroundJobs>;

/** Creates the job runner, the request log's recorder, the rate counters and the webhook receiver, without starting them. */
export function createBackgroundJobs({ config, infrastructure, outbound, storeContexts, log }: Dependencies) {
  const { repositories, watching, counters, now, newId } = infrastructure;
  const { shops } = outbound;
  const { metrics } = watching;
  const { retentionDays, requestLogDays } = config;
  const recorder = recordCalls({
    ...repositories,
    requestLogDays,
    newId,
    onDrop: metrics.callDropped,
    log,
  });
  const jobs = background({
    repositories,
    kinds: jobKinds(storeContexts.openForJob, storeContexts.leaving, {
      ...repositories,
      ...storeContexts,
      now,
    }),
    pairing: shops.pairing,
    mail: outbound.mail,
    retentionDays,
    requestLogDays,
    now,
    newId,
    aroundJobs: watching.aroundJobs,
    log,
  });
  const receiving = {
    ...repositories,
    read: webhookReader(repositories, shops),
    record: recordTogether({ ...repositories, wake: jobs.wake, now }),
    now,
  };
  return {
    ...jobs,
    counters,
    recorder,
    receiveWebhook: (slug: string, request: Parameters<typeof receiveWebhook>[2]) =>
      metrics.webhookDone(() => receiveWebhook(receiving, slug, request)),
  };
}
