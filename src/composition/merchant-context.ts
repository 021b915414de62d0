import { setTimeout as sleep } from 'node:timers/promises';
import { createDeviceCookies, createSessionCookie } from '../accounts/cookies.ts';
import { createPasskeyCeremonies } from '../accounts/passkey-ceremonies.ts';
import { scryptHashing } from '../accounts/password-hashing.ts';
import { RECURRING_JOBS } from '../jobs/job-kinds.ts';
import { createProductFigures, createProductSummaries } from '../merchant/activity/product-reads.ts';
import type { MerchantContext } from '../merchant/visit.ts';
import { VERSION } from '../settings/version.ts';
import { createSealing, deriveSecret } from '../storage/engine/sealing.ts';
import type { WithBackgroundJobs } from './background-jobs.ts';
import { createSingleSignOn } from './single-sign-on.ts';

/** Creates the context of the merchant functions, for the console, scripts and the command line. */
export function createMerchantContext(parts: WithBackgroundJobs): MerchantContext {
  const { config, infrastructure, outbound, storeContexts, backgroundJobs, baseUrl } = parts;
  const { quickenPasswords, wait = sleep } = parts.overrides;
  const { repositories, secretKey, now, newId } = infrastructure;
  const { shops, probe, names } = outbound;
  const { stores, jobs } = repositories;
  return {
    ...repositories,
    sessionCookie: createSessionCookie({ secret: deriveSecret('sessions', secretKey), baseUrl }),
    passwordHashing: quickenPasswords?.(scryptHashing) ?? scryptHashing,
    passkeyCeremonies: createPasskeyCeremonies({
      ...{ sealing: createSealing(deriveSecret('passkeys', secretKey)), baseUrl, now },
    }),
    devices: createDeviceCookies({ secret: deriveSecret('devices', secretKey), baseUrl }),
    signUp: config.signUp,
    mailer: outbound.messages.mailer,
    singleSignOn: createSingleSignOn(parts),
    about: {
      version: VERSION,
      sandbox: config.sandbox,
      retentionDays: config.retentionDays,
    },
    allowsPrivateAddresses: config.allowPrivateAddresses,
    connecting: {
      ...{ stores, jobs, open: shops.open, addressOf: shops.toShopAddress },
      ...{ firstJobs: RECURRING_JOBS, now, newId },
    },
    pairing: shops.createPairing,
    openStore: storeContexts.createStoreContext,
    probe,
    names,
    tenantHosts: storeContexts.hosts,
    productFigures: createProductFigures(repositories.productStatistics),
    productSummaries: createProductSummaries(repositories.productRevisions),
    flushCalls: backgroundJobs.recorder.flush,
    wake: backgroundJobs.wake,
    notifyUnpaired: outbound.messages.notifyUnpaired,
    baseUrl,
    wait,
    now,
    newId,
  };
}
