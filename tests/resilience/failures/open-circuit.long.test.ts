import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { agentOf } from '../../../testing/agent.ts';
import { databases, type TestDatabase } from '../../../testing/databases.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { signUp } from '../../../testing/merchant.ts';
import { PLATFORMS, startTestService, type TestService } from '../../../testing/test-service.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './operations.ts';
import { assertGoodDay, openPlaces, type Place } from './place.ts';
import { doneByItself } from './recovers-by-itself.ts';
import { assertCell, expectedOf } from './run-cell.ts';
import { type ShiftedClock, shiftedClock } from './shifted-clock.ts';

/** Longer than the circuit stays open. */
const LATER_MS = 6_000;
/** After which the shop may be asked for seconds at once again: reads that wait for their turn would outlast the open circuit. */
const PAUSE_MS = 30_000;
const FAILURES = 10;
const SOME = ['create_session', 'replace_session', 'complete_session', 'create_cart'] as const;

function leftAlone(database: TestDatabase, names: readonly OperationName[]): void {
  let running: TestService;
  let places: Place[];
  let clock: ShiftedClock;

  beforeEach(expectFailingJobs);
  before(async () => {
    clock = shiftedClock();
    running = await startTestService({ database });
    places = await openPlaces(running, await signUp(running), PLATFORMS);
  });
  after(async () => {
    clock.restore();
    await running.close();
    for (const { shop } of places) await shop.close();
  });

  for (const [index, platform] of PLATFORMS.entries())
    describe(platform, () => {
      for (const name of names)
        it(`${OPERATIONS[name].says}, and a while later all is well`, async () => {
          const place = places[index] ?? assert.fail('the shop is not open');
          clock.pass(PAUSE_MS);
          const attempt = await OPERATIONS[name].prepare(place);
          await failInARow(place);
          place.shop.control.resetCalls();
          const answer = await attempt.act();
          if (name !== 'connect') assert.deepEqual(place.shop.control.calls(), {}, 'it is not asked');
          await assertCell(answer, attempt, expectedOf(name, 'left_alone', platform));
          await assertGoodDay(agentOf(running.baseUrl, `demo-${platform}`));
          clock.pass(LATER_MS);
          await attempt.recover();
          await doneByItself(running, { storeIds: [place.storeId], attempts: [attempt] });
        });
    });
}

/** All concurrently: each fails, and the circuit is open before the retries. */
async function failInARow({ shop, agent }: Place): Promise<void> {
  shop.control.inject({ kind: 'server_error' });
  const searches = Array.from({ length: FAILURES }, (_, index) => agent.get(`/catalog/search?q=mug${index}`));
  await Promise.all(searches);
  shop.control.clearFaults();
}

const [sqlite, postgresql] = databases;
if (sqlite)
  describe('a shop that failed ten times in a row (SQLite)', () => leftAlone(sqlite, OPERATION_NAMES));
if (postgresql) {
  const names = SOME.join(', ');
  describe(`a shop that failed ten times in a row (PostgreSQL: ${names})`, () => leftAlone(postgresql, SOME));
}
