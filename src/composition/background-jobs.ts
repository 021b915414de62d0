import { createBackground } from '../jobs/background.ts';
import { createJobKinds } from '../jobs/job-kinds.ts';
import { createUnprovenRecorder, receiveWebhook, recordTogether } from '../webhooks/receive-webhook.ts';
import { createWebhookReader } from './open-stores.ts';
import type { WithStoreContexts } from './store-contexts.ts';

export interface WithBackgroundJobs extends WithStoreContexts {
  backgroundJobs: ReturnType<typeof createBackgroundJobs>;
}

/** Creates the job runner and the webhook receiver, without starting them. */
export function createBackgroundJobs(parts: WithStoreContexts) {
  const { config, infrastructure, outbound, storeContexts, log } = parts;
  const { repositories, watching, counters, recorder, now, newId } = infrastructure;
  const { shops } = outbound;
  const { metrics } = watching;
  const { retentionDays, requestLogDays } = config;
  const jobs = createBackground({
    repositories,
    kinds: createJobKinds(storeContexts.openForJob, storeContexts.leaving, {
      ...repositories,
      ...storeContexts,
      now,
    }),
    messages: outbound.messages,
    retentionDays,
    requestLogDays,
    now,
    newId,
    aroundJobs: watching.aroundJobs,
    log,
  });
  const receiving = {
    ...repositories,
    ...createWebhookReader(repositories, shops),
    recordUnproven: createUnprovenRecorder(repositories.deliveries),
    record: recordTogether({ ...repositories, wake: jobs.wake, now }),
    now,
  };
  return {
    ...jobs,
    counters,
    recorder,
    receiveWebhook: (slug: string, request: Parameters<typeof receiveWebhook>[2]) =>
      metrics.recordWebhook(() => receiveWebhook(receiving, slug, request)),
  };
}
