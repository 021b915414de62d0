import type { TestContext } from 'node:test';

/** An answer that held against a published schema, and how often one of its kind did. */
export interface Held {
  version: string;
  transport: string;
  operation: string;
  schema: string;
  count: number;
}

const MARK = 'held against the published schemas: ';

/** Counts answers as they are held against the published schemas, and tells it in the run's own report. */
export function heldAnswers() {
  const counts = new Map<string, number>();
  return {
    note(held: Omit<Held, 'count'>): void {
      const { version, transport, operation, schema } = held;
      const key = JSON.stringify([version, transport, operation, schema]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    operations: () => new Set([...counts.keys()].map((key): string => JSON.parse(key)[2])),
    tell(test: TestContext): void {
      test.diagnostic(MARK + JSON.stringify([...counts].map(([key, count]) => [...JSON.parse(key), count])));
    },
  };
}

/** Undefined for a line that tells something else. */
export function readHeld(line: string): Held[] | undefined {
  if (!line.startsWith(MARK)) return undefined;
  const told: [string, string, string, string, number][] = JSON.parse(line.slice(MARK.length));
  return told.map(([version, transport, operation, schema, count]) => ({
    version,
    transport,
    operation,
    schema,
    count,
  }));
}
