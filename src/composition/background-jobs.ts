import type { Store } from '../commerce/store/store.ts';
import { createBackground } from '../jobs/background.ts';
import { createJobKinds } from '../jobs/job-kinds.ts';
import type { WebhookRequest } from '../store-platforms/platform-kind.ts';
import { createUnprovenRecorder, receiveWebhook, recordTogether } from '../webhooks/receive-webhook.ts';
import type { WithStoreContexts } from './store-contexts.ts';

export interface WithBackgroundJobs extends WithStoreContexts {
  backgroundJobs: ReturnType<typeof createBackgroundJobs>;
}

/** Creates the job runner and the webhook receiver, without starting them. */
export function createBackgroundJobs(parts: WithStoreContexts) {
  const { config, infrastructure, outbound, storeContexts, log } = parts;
  const { repositories, watching, now, newId } = infrastructure;
  const { openForJob, leaving } = storeContexts;
  const { retentionDays, requestLogDays } = config;
  const jobs = createBackground({
    kinds: createJobKinds(openForJob, leaving, { ...repositories, ...storeContexts, now }),
    messages: outbound.messages,
    aroundJobs: watching.aroundJobs,
    ...{ repositories, retentionDays, requestLogDays, now, newId, log },
  });
  const receiving = {
    ...repositories,
    headersOf: ({ platform }: Store) => outbound.shops.webhookHeaders(platform),
    read: async ({ id, platform }: Store, request: WebhookRequest) =>
      outbound.shops.readWebhook(platform, request, {
        credentials: await repositories.stores.findCredentials(id),
        secret: await repositories.stores.findWebhookSecret(id),
      }),
    recordUnproven: createUnprovenRecorder(repositories.deliveries),
    record: recordTogether({ ...repositories, wake: jobs.wake, now }),
    now,
  };
  return {
    ...jobs,
    receiveWebhook: (slug: string, request: WebhookRequest) =>
      watching.metrics.recordWebhook(() => receiveWebhook(receiving, slug, request)),
  };
}
