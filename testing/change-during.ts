import type { TestContext } from 'node:test';

/** Changes members of an object until the test ends. */
export function changeDuring<Target extends object>(
  t: TestContext,
  target: Target,
  change: Partial<Target>,
): void {
  const before = { ...target };
  Object.assign(target, change);
  const names = Object.keys(change) as (keyof Target)[];
  t.after(() => {
    for (const name of names) target[name] = before[name];
  });
}
