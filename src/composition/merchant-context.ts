import { setTimeout as sleep } from 'node:timers/promises';
import { createDeviceCookies, createSealedCookie, createSessionCookie } from '../accounts/cookies.ts';
import { createPasskeyCeremonies } from '../accounts/passkey-ceremonies.ts';
import { scryptHashing } from '../accounts/password-hashing.ts';
import { RECURRING_JOBS } from '../jobs/job-kinds.ts';
import { createProductFigures, createProductSummaries } from '../merchant/activity/product-reads.ts';
import type { MerchantContext, SingleSignOn } from '../merchant/visit.ts';
import { VERSION } from '../settings/version.ts';
import { createSealing, deriveSecret } from '../storage/engine/sealing.ts';
import type { WithBackgroundJobs } from './background-jobs.ts';

/** Creates the context of the merchant functions, for the console, scripts and the command line. */
export function createMerchantContext(parts: WithBackgroundJobs): MerchantContext {
  const { config, infrastructure, outbound, storeContexts, backgroundJobs, baseUrl } = parts;
  const { quickenPasswords, wait = sleep } = parts.overrides;
  const { repositories, recorder, secretKey, now, newId } = infrastructure;
  const { shops, probe, names, messages } = outbound;
  const { stores, jobs } = repositories;
  return {
    ...repositories,
    sessionCookie: createSessionCookie({ secret: deriveSecret('sessions', secretKey), baseUrl }),
    passwordHashing: quickenPasswords?.(scryptHashing) ?? scryptHashing,
    passkeyCeremonies: createPasskeyCeremonies({
      sealing: createSealing(deriveSecret('passkeys', secretKey)),
      ...{ baseUrl, now },
    }),
    devices: createDeviceCookies({ secret: deriveSecret('devices', secretKey), baseUrl }),
    signUp: config.signUp,
    singleSignOn: createSingleSignOn(parts),
    about: { version: VERSION, sandbox: config.sandbox, retentionDays: config.retentionDays },
    allowsPrivateAddresses: config.allowPrivateAddresses,
    connecting: {
      ...{ stores, jobs, open: shops.open, addressOf: shops.toShopAddress },
      ...{ firstJobs: RECURRING_JOBS, now, newId },
    },
    pairing: shops.createPairing,
    openStore: storeContexts.createStoreContext,
    ...{ probe, names, mailer: messages.mailer, notifyUnpaired: messages.notifyUnpaired },
    tenantHosts: storeContexts.hosts,
    productFigures: createProductFigures(repositories.productStatistics),
    productSummaries: createProductSummaries(repositories.productRevisions),
    flushCalls: recorder.flush,
    wake: backgroundJobs.wake,
    ...{ baseUrl, wait, now, newId },
  };
}

const SIGN_ON_MAX_AGE_SECONDS = 600;

/** Undefined without an identity provider. */
function createSingleSignOn({ config, infrastructure, outbound, baseUrl }: WithBackgroundJobs) {
  const { singleSignOn } = config;
  const { identityProvider: provider } = outbound;
  if (!singleSignOn || !provider) return undefined;
  const { issuer, label, signsUp } = singleSignOn;
  const { secretKey, now } = infrastructure;
  const cookie: SingleSignOn['cookie'] = createSealedCookie({
    name: 'ucp-host.sign-on',
    maxAgeSeconds: SIGN_ON_MAX_AGE_SECONDS,
    sealing: createSealing(deriveSecret('single-sign-on', secretKey)),
    ...{ baseUrl, now },
  });
  return { issuer, label, signsUp, provider, cookie };
}
