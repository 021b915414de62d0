import { isShopFailure } from '../commerce/errors.ts';
import { CHECK_SHOP } from '../commerce/job/job-names.ts';
import { wrapPlatform } from '../store-platforms/around-platform.ts';
import type { StorePlatform } from '../store-platforms/store-platform.ts';
import { createOnceAMinute, type Enqueuing } from './once-a-minute.ts';

/** Has a shop checked when an agent's call fails there: at most once a minute for each store and process. */
export function createSuspectedOutages(enqueuing: Enqueuing) {
  const job = { kind: CHECK_SHOP, subject: 'failed call' };
  const suspect = createOnceAMinute(enqueuing, job, 'A check of a shop could not be enqueued');

  return (platform: StorePlatform, storeId: string): StorePlatform =>
    wrapPlatform(platform, (_name, call) => {
      const answer = call();
      answer.catch((error: unknown) => {
        if (isShopFailure(error)) suspect(storeId);
      });
      return answer;
    });
}
