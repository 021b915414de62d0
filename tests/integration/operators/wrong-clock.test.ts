import assert from 'node:assert/strict';
import { it } from 'node:test';
import { commandLine } from '../../../testing/command-line.ts';
import { withStore } from '../../../testing/everywhere.ts';
import { serviceOn } from '../../../testing/test-service.ts';

const DAY_MS = 24 * 60 * 60_000;

withStore('shopify', 'a clock that is wrong', (running) => {
  /** Returns what a service whose clock is so many days ahead of the first one logs when it starts. */
  async function logAtStart(days: number): Promise<string> {
    await running.settle();
    const lines: string[] = [];
    const service = await serviceOn(
      running.databaseUrl,
      { now: () => running.now() + days * DAY_MS, logTo: { write: (line) => void lines.push(line) } },
      { LOG_LEVEL: 'warn' },
    );
    await service.listen({ backgroundWork: false });
    await service.close();
    return lines.join('');
  }

  it('warns at the start of a clock that is behind the newest entry or more than a year after it', async () => {
    assert.equal(await logAtStart(90), '');
    assert.match(await logAtStart(-400), /"This machine’s clock is \S+ \S+ UTC, 400 days before/);
    assert.match(await logAtStart(400), /"This machine’s clock is \S+ \S+ UTC, 400 days after/);
  });

  it('names a wrong clock in doctor', async () => {
    const check = () => commandLine(running.databaseUrl, ['doctor', '--store', 'demo-shopify']);
    await running.settle();
    assert.doesNotMatch((await check()).out, /clock/);
    running.advance(400 * DAY_MS);
    await running.settle();
    const { code, out } = await check();
    assert.match(out, /This machine’s clock is .* before the service last worked/);
    assert.equal(code, 0, out);
  });
});
