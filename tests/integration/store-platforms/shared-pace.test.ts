import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { createProcessCounts } from '../../../src/limits/processes-at.ts';
import { rateCounters } from '../../../src/limits/rate-counters.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import {
  createRateWindowRepository,
  type RateWindows,
} from '../../../src/storage/repositories/jobs/rate-windows.ts';
import { createReadPace } from '../../../src/store-platforms/transport/shop-lanes.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';

const ANSWER_MS = 110;
const TEN_MINUTES_MS = 600_000;
const PROCESSES = 4;

onEveryDatabase('the pace of reads at one shop in several processes', (database) => {
  /** Lets processes read as fast as they may, from `beginsAt` on; returns how many calls a second each of them made. */
  async function callsOf(windows: RateWindows, beginsAt: readonly number[]): Promise<number[]> {
    let now = Date.parse('2026-11-26T12:00:00Z');
    const startedAt = now;
    const log = { warn: (_details: object, message: string) => assert.fail(message) };
    const processes = beginsAt.map((begins) => {
      const counters = rateCounters({ rateWindows: windows, now: () => now, log });
      const countProcesses = createProcessCounts(counters, () => now).bindStore('store');
      return { begins: startedAt + begins, counters, ...readerWith(countProcesses, () => now), calls: 0 };
    });
    for (; now < startedAt + TEN_MINUTES_MS; now += ANSWER_MS)
      for (const each of processes) {
        if (now < each.begins || !each.reads()) continue;
        each.calls += 1;
        await each.counters.exchange();
      }
    for (const { counters } of processes) await counters.close();
    return processes.map(({ calls, begins }) => (calls * 1_000) / (startedAt + TEN_MINUTES_MS - begins));
  }

  /** Reads without a pause, as far as the pace allows. */
  function readerWith(countProcesses: () => number, now: () => number) {
    let count = 1;
    let isReading = false;
    const pace = createReadPace(() => count, now);
    return {
      reads(): boolean {
        if (isReading) pace.end();
        isReading = pace.waitMs() === 0;
        if (!isReading) return false;
        count = countProcesses();
        pace.begin();
        return true;
      },
    };
  }

  let tables: Database;
  beforeEach(async () => {
    tables = await openDatabase(await database.migrated());
  });
  afterEach(() => tables.destroy());

  it('leaves the shop as much as one process does in the long run', async () => {
    const calls = await callsOf(createRateWindowRepository(tables), new Array(PROCESSES).fill(0));
    const all = calls.reduce((sum, each) => sum + each, 0);
    assert.ok(all > 1.4 && all <= 1.75, `${calls} a second`);
    assert.ok(Math.min(...calls) > all / PROCESSES / 2, `${calls} a second`);
  });

  it('gives its part to a process that comes later', async () => {
    const [first = 0, later = 0] = await callsOf(createRateWindowRepository(tables), [0, TEN_MINUTES_MS / 2]);
    assert.ok(later > 0.7 && later < 1, `${later} a second`);
    assert.ok(first > 1 && first < 1.3, `${first} a second`);
  });

  it('gives the part of a process that stops to the others within seconds', async () => {
    let now = 0;
    const log = { warn: (_details: object, message: string) => assert.fail(message) };
    const process = () => {
      const counters = rateCounters({ rateWindows: createRateWindowRepository(tables), now: () => now, log });
      const processes = createProcessCounts(counters, () => now);
      const countProcesses = processes.bindStore('store');
      const countAt = async (time: string): Promise<number> => {
        now = Date.parse(`2026-11-26T${time}Z`);
        countProcesses();
        await counters.exchange();
        return countProcesses();
      };
      return { counters, processes, countAt };
    };
    const [stopping, staying] = [process(), process()];
    for (const minute of ['12:00', '12:01']) {
      await stopping.countAt(`${minute}:10`);
      assert.equal(await staying.countAt(`${minute}:11`), 2);
    }
    await stopping.processes.leave();
    await stopping.counters.close();
    assert.equal(await staying.countAt('12:01:16'), 1);
    await staying.counters.close();
  });

  it('counts one process at a shop while the database does not answer', async () => {
    const add = () => Promise.reject(new Error('no database'));
    const log = { warn: () => undefined };
    const counters = rateCounters({ rateWindows: { add, forget: add }, now: Date.now, log });
    const countProcesses = createProcessCounts(counters, Date.now).bindStore('store');
    countProcesses();
    await counters.exchange();
    assert.equal(countProcesses(), 1);
    await counters.close();
  });
});
