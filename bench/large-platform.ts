import type { AgainstBare } from './against-bare.ts';
import type { OnPostgres } from './postgres.ts';

/** What agents ask of a store for one checkout session, by the names of the measured cases. */
export const PER_SESSION: Record<string, number> = {
  'GET manifest': 1,
  'GET search': 2,
  'GET lookup, known product': 2,
  'POST create, platform in process': 1,
  'PUT cart': 2,
  'GET session': 3,
  'GET order': 1,
};

export const REQUESTS_PER_SESSION = Object.values(PER_SESSION).reduce((sum, count) => sum + count, 0);

/** At the busiest time, by the mean of the day. */
export const PEAK = 5;
/** How much of a processor is used at the busiest time: the rest is for bursts, upkeep and a machine that is lost. */
export const BUSY = 0.5;
export const KEPT_DAYS = 90;
export const LOGGED_DAYS = 14;
/** Of each store the log keeps no more. */
const MOST_LOGGED = 100_000;
/** As `src/storage/database.ts` has it. */
export const CONNECTIONS = 10;

const DAY_S = 86_400;

/** Of each session. */
const PLATFORMS = [
  { stores: 1_000, sessionsADay: 50 },
  { stores: 100_000, sessionsADay: 50 },
  { stores: 5_000_000, sessionsADay: 20 },
];

/** Microseconds on a processor for one session and all that agents ask around it. */
interface SessionCost {
  serviceUs: number;
  postgresUs: number;
}

type Measured = { name: string; service: { processorUs: number }; postgresUs?: number | null }[];

export function sessionCost(cases: Measured): SessionCost {
  const known = new Map(cases.map((each) => [each.name, each]));
  const sum = (of: (each: Measured[number]) => number) =>
    Object.entries(PER_SESSION).reduce((total, [name, count]) => {
      const measured = known.get(name);
      if (!measured) throw new Error(`"${name}" was not measured`);
      return total + count * of(measured);
    }, 0);
  return {
    serviceUs: sum(({ service }) => service.processorUs),
    postgresUs: sum(({ postgresUs }) => postgresUs ?? 0),
  };
}

/** Sessions per second, and stores, that one machine of so many processors carries. */
export function carriedBy(processors: number, { serviceUs, postgresUs }: SessionCost) {
  const perSecond = (processors * 1e6 * BUSY) / (serviceUs + postgresUs);
  const { sessionsADay } = PLATFORMS[0] ?? { sessionsADay: 1 };
  return { perSecond, sessionsADay, stores: (perSecond * DAY_S) / PEAK / sessionsADay };
}

export interface Needs {
  stores: number;
  sessionsADay: number;
  peak: number;
  requests: number;
  /** Processes of the service, each with a processor. */
  processes: number;
  postgresProcessors: number;
  connections: number;
  sessionBytes: number;
  logBytes: number;
}

/** What each size of platform needs, by what was measured on PostgreSQL. */
export function needsOf({ cases, sizes }: OnPostgres): Needs[] {
  const cost = sessionCost(cases);
  return PLATFORMS.map(({ stores, sessionsADay }) => {
    const sessions = stores * sessionsADay;
    const peak = (sessions / DAY_S) * PEAK;
    const processes = Math.max(2, Math.ceil((peak * cost.serviceUs) / 1e6 / BUSY));
    const logged = Math.min(MOST_LOGGED, sessionsADay * REQUESTS_PER_SESSION * LOGGED_DAYS);
    return {
      stores,
      sessionsADay: sessions,
      peak,
      requests: peak * REQUESTS_PER_SESSION,
      processes,
      postgresProcessors: Math.max(1, Math.ceil((peak * cost.postgresUs) / 1e6 / BUSY)),
      connections: processes * CONNECTIONS,
      sessionBytes: sessions * KEPT_DAYS * sizes.postgresSession,
      logBytes: stores * logged * (sizes.postgresCall ?? 0),
    };
  });
}

/** What part of a processor the service used while it did as many of these as it could. */
export function busyWith({ cases }: Pick<AgainstBare, 'cases'> | OnPostgres, name: string): number {
  const found = (cases as AgainstBare['cases']).find((each) => each.name === name);
  return found ? (found.service.perSecond * found.service.processorUs) / 1e6 : Number.NaN;
}
