import type { OnPostgres } from './postgres.ts';

/** Requests of agents per checkout session, by the names of the measured cases. */
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

/** Peak load divided by the day's mean. */
export const PEAK = 5;
/** CPU utilization at the peak; the rest is for bursts, background jobs and the loss of a machine. */
export const BUSY = 0.5;
export const KEPT_DAYS = 90;
export const LOGGED_DAYS = 14;
/** Maximum number of calls that the log keeps per store. */
const MAX_LOGGED = 100_000;
/** Same value as in `src/storage/engine/database.ts`. */
export const CONNECTIONS = 10;

/** Seconds to import one catalog; a process imports one at a time. */
export const IMPORT_S = 10;

const DAY_S = 86_400;

/** Per store and day. */
export const USUAL_SESSIONS = 50;

const PLATFORMS = [
  { stores: 1_000, sessionsADay: USUAL_SESSIONS },
  { stores: 100_000, sessionsADay: USUAL_SESSIONS },
  { stores: 5_000_000, sessionsADay: 20 },
];

/** CPU microseconds of one session and the requests around it. */
interface SessionCost {
  serviceUs: number;
  postgresUs: number;
}

interface Measured {
  name: string;
  service: { perSecond: number; processorUs: number };
  postgresUs?: number | null;
}

/** Returns NaN for a figure that was not measured. */
export function sessionCost(cases: Measured[]): SessionCost {
  return {
    serviceUs: perSession(cases, ({ service }) => service.processorUs),
    postgresUs: perSession(cases, ({ postgresUs }) => (postgresUs === null ? Number.NaN : (postgresUs ?? 0))),
  };
}

function perSession(cases: Measured[], of: (each: Measured) => number): number {
  const byName = new Map(cases.map((each) => [each.name, each]));
  return Object.entries(PER_SESSION).reduce((total, [name, count]) => {
    const measured = byName.get(name);
    if (!measured) throw new Error(`"${name}" was not measured`);
    return total + count * of(measured);
  }, 0);
}

/** Sessions per second at the peak, by measured responses, whatever the bottleneck was. */
export function carriedAsMeasured(cases: Measured[]): number {
  return BUSY / perSession(cases, ({ service }) => 1 / service.perSecond);
}

/** Sessions per second at the peak, on processors that the service shares with PostgreSQL. */
export function carriedBy(processors: number, { serviceUs, postgresUs }: SessionCost): number {
  return (processors * 1e6 * BUSY) / (serviceUs + postgresUs);
}

export function storesFor(peak: number): number {
  return (peak * DAY_S) / PEAK / USUAL_SESSIONS;
}

export interface Needs {
  stores: number;
  sessionsADay: number;
  peak: number;
  requests: number;
  /** Synced commits per second; each session waits for two. */
  commitsOfCreates: number;
  /** Processes that serve agents, each on one processor. */
  processes: number;
  /** Processes needed to import every catalog once a day. */
  importing: number;
  postgresProcessors: number;
  connections: number;
  sessionBytes: number;
  logBytes: number;
}

/** Resources for each size of installation, from the figures measured on PostgreSQL. */
export function needsOf({ cases, sizes }: OnPostgres): Needs[] {
  const cost = sessionCost(cases);
  return PLATFORMS.map(({ stores, sessionsADay }) => {
    const sessions = stores * sessionsADay;
    const peak = (sessions / DAY_S) * PEAK;
    const processes = Math.max(2, Math.ceil((peak * cost.serviceUs) / 1e6 / BUSY));
    const importing = Math.ceil((stores * IMPORT_S) / DAY_S);
    const logged = Math.min(MAX_LOGGED, sessionsADay * REQUESTS_PER_SESSION * LOGGED_DAYS);
    return {
      stores,
      sessionsADay: sessions,
      peak,
      requests: peak * REQUESTS_PER_SESSION,
      commitsOfCreates: 2 * peak,
      processes,
      importing,
      postgresProcessors: Math.max(1, Math.ceil((peak * cost.postgresUs) / 1e6 / BUSY)),
      connections: Math.max(processes, importing) * CONNECTIONS,
      sessionBytes: sessions * KEPT_DAYS * sizes.postgresSession,
      logBytes: stores * logged * (sizes.postgresCall ?? 0),
    };
  });
}
