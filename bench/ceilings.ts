import type { Comparison } from './compare.ts';

export type MeasuredDatabase = 'SQLite' | 'PostgreSQL';

/** Most processor time of the service for a request, as multiples of a bare server's in the same run. */
const CEILINGS: Record<string, Record<MeasuredDatabase, number>> = {
  'GET manifest': { SQLite: 4, PostgreSQL: 4 },
  'GET session': { SQLite: 5, PostgreSQL: 6 },
  'GET lookup, known product': { SQLite: 8, PostgreSQL: 8 },
  'GET lookup, fresh product': { SQLite: 8, PostgreSQL: 8 },
  'POST create, platform in process': { SQLite: 20, PostgreSQL: 25 },
  'tools/call get_checkout_session': { SQLite: 8, PostgreSQL: 7 },
  'GET search': { SQLite: 9, PostgreSQL: 10 },
  'PUT cart': { SQLite: 20, PostgreSQL: 25 },
  'GET order': { SQLite: 9, PostgreSQL: 10 },
};

/** 99th percentile of the service's own time per create. */
export const OWN_TIME_CEILING_MS = 10;

/** Manifests of 100,000 stores one after the other, as multiples of those of the fewest stores. */
export const COLD_MANIFEST_CEILING = 3;

export function getCeiling(name: string, database: MeasuredDatabase): number | undefined {
  return CEILINGS[name]?.[database];
}

export function toTimesBare({ service, bare }: Pick<Comparison, 'service' | 'bare'>): number {
  return service.processorUs / bare.processorUs;
}

/** Cells of a ceiling and of what a measurement says of it. */
export function checkCeiling(
  measured: number,
  ceiling: number | undefined,
  write = (value: number) => value.toFixed(1),
): [ceiling: string, verdict: string] {
  if (ceiling === undefined) return ['', ''];
  const verdict = measured <= ceiling ? 'within' : `**exceeded by ${write(measured - ceiling)}**`;
  return [`≤ ${write(ceiling)}`, verdict];
}
