import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { createCallLog } from '../../../src/commerce/call/caller.ts';
import type { Count } from '../../../src/commerce/counts/daily-counts.ts';
import { PLAYGROUND_AGENT } from '../../../src/commerce/policy/agents.ts';
import type { AgentCall } from '../../../src/request-log/agent-call.ts';
import { recordCalls } from '../../../src/request-log/record-calls.ts';
import type { LoggedRequest } from '../../../src/storage/repositories/activity/request-log-rows.ts';
import { pluck } from '../../../testing/pluck.ts';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');

function aCall(change: Partial<AgentCall> = {}): AgentCall {
  return {
    storeId: 'store',
    timeZone: 'UTC',
    at: NOON,
    startedAt: 0,
    durationMs: 1.5,
    transport: 'rest',
    method: 'POST',
    endpoint: 'POST /carts',
    readOnly: false,
    url: '/api/ucp/mugs/carts',
    status: 201,
    caller: { requestId: 'request', agent: 'curl' },
    callLog: createCallLog(),
    headers: {},
    requestBody: undefined,
    answered: {},
    ...change,
  };
}

/** A database in memory, that writes when it is let. */
function memory() {
  const rows: LoggedRequest[] = [];
  const counts: Count[] = [];
  const warnings: { details: object; message: string }[] = [];
  const errors: unknown[] = [];
  let failing = false;
  const recorder = recordCalls({
    requestLog: {
      batchSize: 400,
      write: async (requests: readonly LoggedRequest[], more: readonly Count[]) => {
        if (failing) throw new Error('the database is away');
        rows.push(...requests);
        counts.push(...more);
      },
    },
    requestLogDays: 14,
    newId: randomUUID,
    log: {
      warn: (details, message) => void warnings.push({ details, message }),
      error: (error) => void errors.push(error),
    },
  });
  return {
    recorder,
    rows,
    warnings,
    errors,
    total: (kind: Count['kind']) =>
      counts.filter((each) => each.kind === kind).reduce((sum, { count }) => sum + count, 0),
    subjects: (kind: Count['kind']) =>
      new Set(counts.filter((each) => each.kind === kind).map(({ subject }) => subject)).size,
    days: () =>
      counts.filter(({ kind }) => kind === 'request').map(({ storeId, day, count }) => [storeId, day, count]),
    kinds: () => counts.map(({ kind, day, agent, count }) => [kind, day, agent, count]),
    agents: () => new Set(counts.map(({ agent }) => agent)).size,
    fail(state: boolean) {
      failing = state;
    },
  };
}

describe('recording calls', () => {
  it('counts each store on its own day, and loses nothing at midnight', async () => {
    const { recorder, days } = memory();
    const midnight = Date.parse('2026-11-22T08:00:00.000Z');
    const zones = { la: 'America/Los_Angeles', ktm: 'Asia/Kathmandu', kiri: 'Pacific/Kiritimati' };
    for (const at of [midnight - 1, midnight - 1, midnight, midnight + 1])
      for (const [storeId, timeZone] of Object.entries(zones))
        recorder.record(aCall({ storeId, timeZone, at }));
    await recorder.flush();
    assert.deepEqual(days().toSorted(), [
      ['kiri', '2026-11-22', 4],
      ['ktm', '2026-11-22', 4],
      ['la', '2026-11-21', 2],
      ['la', '2026-11-22', 2],
    ]);
    // The store moves to another zone, and the calls of one batch are counted where each was made.
    recorder.record(aCall({ storeId: 'la', timeZone: 'Pacific/Kiritimati', at: midnight + 3 * 3_600_000 }));
    recorder.record(aCall({ storeId: 'la', timeZone: 'America/Los_Angeles', at: midnight + 3 * 3_600_000 }));
    await recorder.close();
    assert.deepEqual(days().slice(4).toSorted(), [
      ['la', '2026-11-22', 1],
      ['la', '2026-11-23', 1],
    ]);
  });

  it('writes all of them, in order, and nothing before it is their turn', async () => {
    const { recorder, rows, total } = memory();
    for (let call = 0; call < 1_000; call += 1) recorder.record(aCall({ url: `/${call}` }));
    assert.equal(rows.length, 0, 'nothing is written while an agent waits');
    await recorder.flush();
    const expected = Array.from({ length: 1_000 }, (_, call) => `/${call}`);
    assert.deepEqual(pluck(rows, 'path'), expected);
    assert.equal(total('request'), 1_000);
  });

  it('holds ten thousand; what is more is counted and not kept, and the log says so', async () => {
    const { recorder, rows, warnings, total } = memory();
    for (let call = 0; call < 10_500; call += 1) recorder.record(aCall());
    await recorder.close();
    assert.equal(rows.length, 10_000);
    assert.equal(total('request'), 10_500);
    assert.deepEqual(pluck(warnings, 'details'), [{ dropped: 500 }]);
  });

  it('drops most of a flood of large calls instead of holding their bodies, and counts them all', async () => {
    const { recorder, rows, total } = memory();
    const requestBody = Buffer.alloc(250_000);
    for (let call = 0; call < 500; call += 1) recorder.record(aCall({ requestBody }));
    await recorder.flush();
    assert.ok(rows.length < 200, String(rows.length));
    assert.equal(total('request'), 500);
    recorder.record(aCall({ requestBody }));
    await recorder.flush();
    assert.equal(total('request'), 501);
  });

  it('goes on after the database was away', async () => {
    const { recorder, rows, errors, total, fail } = memory();
    fail(true);
    recorder.record(aCall());
    await recorder.flush();
    assert.ok(errors.length > 0);
    fail(false);
    recorder.record(aCall());
    await recorder.flush();
    assert.equal(rows.length, 1);
    assert.equal(total('request'), 2, 'what could not be kept is counted');
  });

  it('counts calls to shops that no later call of an agent follows, on the day of their store', async () => {
    const { recorder, errors, kinds, fail } = memory();
    const call = { storeId: 'store', timeZone: 'Pacific/Kiritimati', at: NOON, agent: 'curl' };
    fail(true);
    recorder.recordCatalogCall(call);
    await recorder.flush();
    assert.ok(errors.length > 0);
    fail(false);
    recorder.recordCatalogCall({ ...call, agent: 'claude' });
    recorder.recordCatalogCall({ ...call, agent: PLAYGROUND_AGENT });
    await recorder.close();
    assert.deepEqual(kinds().toSorted(), [
      ['catalog_call', '2026-11-22', '', 2],
      ['catalog_call', '2026-11-22', PLAYGROUND_AGENT, 1],
    ]);
    recorder.recordCatalogCall(call);
    await recorder.flush();
    assert.equal(kinds().length, 2, 'a closed recorder writes nothing');
  });

  it('leaves the time to agents: it rests nineteen times as long as it wrote, whatever comes in meanwhile', async () => {
    const WRITING_MS = 20;
    const begun: number[] = [];
    const ended: number[] = [];
    const { promise: secondEnded, resolve } = Promise.withResolvers<void>();
    const recorder = recordCalls({
      requestLog: {
        batchSize: 2,
        async write() {
          begun.push(performance.now());
          recorder.record(aCall());
          recorder.record(aCall());
          // Blocks the event loop, as SQLite does.
          while (performance.now() - (begun.at(-1) ?? 0) < WRITING_MS);
          ended.push(performance.now());
          if (ended.length === 2) resolve();
        },
      },
      requestLogDays: 14,
      newId: randomUUID,
      log: { warn: () => undefined, error: assert.ifError },
    });
    for (let call = 0; call < 4; call += 1) recorder.record(aCall());
    await secondEnded;
    const rest = (begun[1] ?? 0) - (ended[0] ?? 0);
    assert.ok(rest >= 18 * WRITING_MS, `rested for ${rest} ms`);
  });

  it('lets requests be answered between the calls that it converts', async () => {
    const { recorder, rows } = memory();
    const members = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`member${index}`, 'x']));
    const requestBody = Buffer.from(JSON.stringify(members));
    for (let call = 0; call < 100; call += 1) recorder.record(aCall({ requestBody }));
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await recorder.flush();
    clearInterval(counting);
    assert.ok(rows.length > 0);
    assert.ok(turns >= 8, `${turns} turns of the event loop in between`);
  });

  it('ends a flush after a while, whatever still waits', async () => {
    let pieces = 0;
    const recorder = recordCalls({
      requestLog: {
        batchSize: 1,
        write: async () => {
          pieces += 1;
          await new Promise((resolve) => setTimeout(resolve, 50));
        },
      },
      requestLogDays: 14,
      newId: randomUUID,
      log: { warn: () => undefined, error: assert.ifError },
    });
    for (let call = 0; call < 1_000; call += 1) recorder.record(aCall());
    await recorder.flush();
    assert.ok(pieces > 0 && pieces < 1_000, `${pieces} pieces`);
  });

  it('bounds the agents and searches that are counted in a day', async () => {
    const { recorder, total, agents, subjects } = memory();
    for (let call = 0; call < 2_000; call += 1) {
      const callStats = { search: { text: `word ${call}`, found: 0 } };
      recorder.record(aCall({ caller: { requestId: '', agent: `agent-${call}` }, callStats }));
    }
    await recorder.flush();
    assert.equal(total('request'), 2_000);
    assert.equal(total('search'), 2_000);
    assert.equal(agents(), 201);
    assert.equal(subjects('empty_search'), 500);
  });

  it('writes what is left when it is closed, and takes nothing in after that', async () => {
    const { recorder, rows } = memory();
    recorder.record(aCall());
    await recorder.close();
    recorder.record(aCall());
    await recorder.flush();
    assert.equal(rows.length, 1);
  });
});
