import { deviceCookies } from '../accounts/device-cookie.ts';
import { signIns } from '../accounts/sign-ins.ts';
import type { Config } from '../config.ts';
import type { MerchantDesk } from '../merchants/merchant-context.ts';
import { secretFor } from '../storage/engine/sealing.ts';
import { REGULAR_TASKS } from '../jobs/job-kinds.ts';
import { VERSION } from '../version.ts';
import type { Opened } from './infrastructure.ts';
import type { Reach } from './outbound-clients.ts';
import type { StoresAndPlatforms } from './store-contexts.ts';
import type { Work } from './background-jobs.ts';

interface Surroundings {
  config: Config;
  opened: Opened;
  reach: Reach;
  openings: StoresAndPlatforms;
  work: Work;
  baseUrl: () => string;
}

/** What merchants' functions have at hand, in the console, by scripts and on the command line. */
export function merchantDesk({ config, opened, reach, openings, work, baseUrl }: Surroundings): MerchantDesk {
  const { remembered, database, secretKey, now, newId } = opened;
  const { shops, probe, names } = reach;
  const { stores, tasks } = remembered;
  return {
    ...remembered,
    signIns: signIns({ database, secret: secretFor('sessions', secretKey), baseUrl, newId }),
    devices: deviceCookies({ secret: secretFor('devices', secretKey), baseUrl }),
    signUp: config.signUp,
    about: { version: VERSION, sandbox: config.sandbox },
    connecting: { stores, tasks, open: shops.open, firstTasks: REGULAR_TASKS, now, newId },
    pairing: shops.pairing,
    openStore: openings.contextOf,
    probe,
    names,
    ownHosts: openings.hosts,
    flushCalls: work.recorder.flush,
    wake: work.wake,
    sayFarewell: work.upkeep.sayFarewell,
    baseUrl,
    now,
    newId,
  };
}
