import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a hang: far above any wait on a busy machine. */
const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 50;

/** Repeats a check until it holds. `says` names what is waited for. */
export async function eventually(check: () => Promise<boolean>, says: string): Promise<void> {
  for (const deadline = performance.now() + TIMEOUT_MS; !(await check()); await sleep(INTERVAL_MS))
    assert.ok(performance.now() < deadline, says);
}
