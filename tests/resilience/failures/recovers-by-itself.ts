import assert from 'node:assert/strict';
import type { TestService } from '../../../testing/test-service.ts';
import type { Attempt } from './operation.ts';

const KIND = 'empty_cart';

/** Runs the waiting jobs once the shops answer, without waiting for their backoff. */
export async function doneByItself(
  { service: { jobs, runnerOf } }: TestService,
  { storeIds, attempts }: { storeIds: readonly string[]; attempts: readonly Attempt[] },
): Promise<void> {
  const now = new Date(Date.now()).toISOString();
  const waiting = async () =>
    (await Promise.all(storeIds.map((storeId) => jobs.listOfStore(storeId))))
      .flat()
      .filter(({ kind }) => kind === KIND);
  for (const { storeId, subject } of await waiting())
    await jobs.enqueue({ storeId, kind: KIND, subject }, now);
  await runnerOf([KIND]).drain();
  assert.deepEqual(await waiting(), []);
  for (const { byItself } of attempts) byItself?.();
}
