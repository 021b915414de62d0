import { setTimeout as sleep } from 'node:timers/promises';
import { deviceCookies } from '../accounts/device-cookie.ts';
import { passkeyCeremonies } from '../accounts/passkey-ceremonies.ts';
import { scryptHashing } from '../accounts/password-hashing.ts';
import { sessionCookie } from '../accounts/session-cookie.ts';
import { RECURRING_JOBS } from '../jobs/job-kinds.ts';
import { productSummaries } from '../merchant/activity/product-summaries.ts';
import type { MerchantContext } from '../merchant/visit.ts';
import { GUIDES, VERSION } from '../settings/version.ts';
import { notingWrites } from '../storage/engine/request-writes.ts';
import { createSealing, secretFor } from '../storage/engine/sealing.ts';
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
    sessionCookie: sessionCookie({ secret: secretFor('sessions', secretKey), baseUrl }),
    passwordHashing: quickenPasswords?.(scryptHashing) ?? scryptHashing,
    passkeyCeremonies: passkeyCeremonies({
      ...{ sealing: createSealing(secretFor('passkeys', secretKey)), baseUrl, now },
    }),
    devices: deviceCookies({ secret: secretFor('devices', secretKey), baseUrl }),
    signUp: config.signUp,
    mailer: outbound.messages.mailer,
    singleSignOn: createSingleSignOn(parts),
    about: {
      version: VERSION,
      guides: GUIDES,
      sandbox: config.sandbox,
      retentionDays: config.retentionDays,
    },
    allowsPrivateAddresses: config.allowPrivateAddresses,
    connecting: {
      ...{ stores, jobs, open: shops.open, addressOf: shops.addressOf },
      ...{ firstJobs: RECURRING_JOBS, now, newId },
    },
    pairing: shops.pairing,
    openStore: storeContexts.contextOf,
    probe,
    names,
    tenantHosts: storeContexts.hosts,
    productSummaries: productSummaries(repositories.productRevisions),
    flushCalls: backgroundJobs.recorder.flush,
    wake: backgroundJobs.wake,
    notifyUnpaired: outbound.messages.notifyUnpaired,
    baseUrl,
    notingWrites,
    wait,
    now,
    newId,
  };
}
