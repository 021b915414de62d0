import assert from 'node:assert/strict';
import { EXPECTED } from './expected.ts';
import { type BadDayName, faultsOf, SLOW_MS, type Suffered, TIME_LIMIT_MS } from './faults.ts';
import type { Attempt, Said } from './operation.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import type { Place, Platform } from './place.ts';
import type { Cell } from './words.ts';

export function expectedOf(operation: OperationName, day: BadDayName, platform: Platform): Cell {
  const expected = EXPECTED[operation][day];
  if (typeof expected === 'string') return expected;
  return expected[platform === 'shopify' ? 0 : 1];
}

/** Runs one cell of the matrix: without, with and again without the fault; `nearby` must be unaffected. */
export async function live(
  place: Place,
  name: OperationName,
  day: Suffered,
  nearby: () => Promise<void>,
): Promise<Attempt> {
  const { control } = place.shop;
  const operation = OPERATIONS[name];
  const attempt = await operation.prepare(place);
  control.inject(faultsOf(day, operation.write?.[place.platform]));
  const [answer] = await Promise.all([attempt.act(), nearby()]).finally(control.clearFaults);
  // A call that timed out here may still complete at the shop.
  if (day.startsWith('slow')) await new Promise((resolve) => setTimeout(resolve, SLOW_MS - TIME_LIMIT_MS));
  await assertCell(answer, attempt, expectedOf(name, day, place.platform));
  await attempt.recover();
  return attempt;
}

export async function assertCell(answer: Said, attempt: Attempt, expected: Cell): Promise<void> {
  const outcome = outcomeOf(answer);
  assert.equal(outcome, expected.split(' ')[0], JSON.stringify(answer));
  if (answer.status >= 400) assertHelpful(answer);
  const remainder = expected.split(' ')[1];
  // A call may still be running at the shop.
  let left = await attempt.left();
  for (let looks = 0; left !== remainder && looks < 40; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    left = await attempt.left();
  }
  assert.equal(left, remainder);
}

function outcomeOf({ status, body }: Said): string {
  if (status >= 300) return String(status);
  const { warning, stale } = body as { warning?: { code: string }; stale?: boolean };
  if (!stale) return 'well';
  return warning?.code === 'served_from_copy' ? 'copy' : 'stale';
}

const CODES: Record<number, string> = {
  502: 'platform_error',
  503: 'platform_unavailable',
  504: 'platform_timeout',
};

/** The error says what happened and what to do, and gives a program the seconds to wait. */
function assertHelpful({ status, retryAfter, body }: Said): void {
  assert.equal(body.code, CODES[status]);
  assert.match(String(body.error), /again|left alone|merchant must/i, 'it says what to do');
  if (status === 503)
    assert.ok(Number.isInteger(retryAfter) && (retryAfter ?? 0) >= 1, `Retry-After ${retryAfter}`);
}
