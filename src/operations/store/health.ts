import { randomUUID } from 'node:crypto';
import { CHECK_ACCESS, CHECK_SUBSCRIPTIONS, IMPORT_PRODUCTS } from '../../commerce/job/job-names.ts';
import { HEALTH_REPORTS } from '../../commerce/order/events.ts';
import {
  type AspectHealth,
  HEALTH_ASPECTS,
  type HealthAspect,
  type HealthObservation,
  isSameHealth,
  nextHealth,
  toReportedChange,
  toUnknownHealth,
} from '../../commerce/store/health.ts';
import { type FailureCause, isAccessRefused } from '../../commerce/store/shop-failure.ts';
import { computeServedUntil, toDomainState } from '../../commerce/store/store-domain.ts';
import { DAY_MS, HOUR_MS, toIso } from '../../commerce/time/time.ts';
import type { Job } from '../../storage/repositories/jobs/job-queue.ts';
import type { HealthFacts, HealthFactsReader } from '../../storage/repositories/stores/health-facts.ts';
import type { HealthByAspect, StoreHealthRows } from '../../storage/repositories/stores/store-health.ts';
import type { AccessDiagnostic, SubscriptionReport } from '../../store-platforms/store-platform.ts';
import { describeUnreadable, readProgress } from './import-progress.ts';

export interface HealthReading {
  facts: HealthFacts;
  /** As recorded by the last round. */
  recorded: HealthByAspect;
  /** As of now: correct also while no process runs background work. */
  current: Record<HealthAspect, AspectHealth>;
}

export interface HealthRepositories {
  healthFacts: HealthFactsReader;
  storeHealth: StoreHealthRows;
}

/** Time in which deliveries with a wrong signature are counted. */
const UNVERIFIED_SPAN_MS = HOUR_MS;

/** Reads the health of the connected ones of these stores, and writes nothing. */
export async function readHealth(
  { healthFacts, storeHealth }: HealthRepositories,
  storeIds: readonly string[],
  now: number,
): Promise<HealthReading[]> {
  const [facts, recorded] = await Promise.all([
    healthFacts.listOfStores(storeIds, HEALTH_JOBS, toIso(now - UNVERIFIED_SPAN_MS)),
    storeHealth.findRecorded(storeIds),
  ]);
  return facts.map((each) => toHealthReading(each, recorded.get(each.storeId) ?? {}, now));
}

function toHealthReading(facts: HealthFacts, recorded: HealthByAspect, now: number): HealthReading {
  const observed = observeHealth(facts, now);
  const computeCurrent = (aspect: HealthAspect) =>
    nextHealth(recorded[aspect] ?? toUnknownHealth(facts.connectedAt), observed[aspect], toIso(now));
  const entries = HEALTH_ASPECTS.map((aspect) => [aspect, computeCurrent(aspect)]);
  return { facts, recorded, current: Object.fromEntries(entries) as HealthReading['current'] };
}

/** Records what has changed. Any number of processes may do so at once: each change is recorded by one of them. */
export async function recordHealth(
  { storeHealth }: Pick<HealthRepositories, 'storeHealth'>,
  readings: readonly HealthReading[],
  now: number,
): Promise<void> {
  const at = toIso(now);
  const steps = readings.flatMap(({ facts: { storeId }, recorded, current }) =>
    HEALTH_ASPECTS.flatMap((aspect) => {
      const step = { storeId, aspect, before: recorded[aspect], next: current[aspect] };
      if (step.before && isSameHealth(step.before, step.next)) return [];
      return { ...step, change: toReportedChange({ ...step, id: randomUUID(), at }) };
    }),
  );
  await storeHealth.advance(steps, HEALTH_REPORTS);
}

/** Jobs whose progress shows the store's health. */
const HEALTH_JOBS = [CHECK_ACCESS, CHECK_SUBSCRIPTIONS, IMPORT_PRODUCTS];

/** Result of the last check of the access, stored with its job. */
export interface AccessReport {
  checkedAt: string;
  diagnostics: AccessDiagnostic[];
  /** Result of asking the shop's domain; null where agents have never found the store on it. */
  domain: { name: string; ok: boolean; reason?: string } | null;
}

/** Derives the present state of every aspect; undefined where an outage hides it. */
export function observeHealth(facts: HealthFacts, now: number) {
  return {
    shop: observeShop(facts),
    access: observeAccess(facts),
    events: observeEvents(facts, now),
    catalog: observeCatalog(facts, now),
    discovery: observeDiscovery(facts),
  };
}

const OK: HealthObservation = { state: 'ok' };

function observeShop({ outage }: HealthFacts): HealthObservation {
  if (!outage || isAccessRefused(outage.cause)) return OK;
  const reason = outage.reason ?? 'The shop answers too slowly to be asked.';
  return { ...toFailing(reason, REMEDIES[outage.cause ?? 'timeout']), since: outage.beganAt };
}

const OPEN_IN_BROWSER = 'Open your shop in a browser. If it works there, test the connection again.';
const ASK_HOST = 'Ask the host of your shop, and test again when it is repaired.';

const REMEDIES: Readonly<Record<FailureCause, string>> = {
  dns: 'Check the domain and its DNS records at your DNS provider.',
  refused: 'Make sure that the web server of your shop runs and that no firewall refuses this service.',
  tls: 'Renew the certificate at the host of your shop, with its full chain.',
  timeout: OPEN_IN_BROWSER,
  reset: ASK_HOST,
  address: 'Enter the address at which your shop answers in Settings.',
  throttled: 'Nothing is lost: the service waits as long as your shop asks it to.',
  status: ASK_HOST,
  unreadable: OPEN_IN_BROWSER,
  closed: OPEN_IN_BROWSER,
  credentials: 'Enter new credentials in Settings, then test again.',
  permission: 'Grant it, then test again.',
};

function observeAccess({ outage, jobs, connectedAt }: HealthFacts): HealthObservation | undefined {
  if (outage && isAccessRefused(outage.cause)) {
    const reason = outage.reason ?? 'The shop refuses the saved credentials.';
    const remedy = 'Fix this or enter new credentials in Settings, then test again.';
    return { ...toFailing(reason, remedy), since: outage.beganAt };
  }
  if (outage) return undefined;
  const report = getAccessReport(jobs);
  // Credentials are tested before they are saved: an older report is about earlier ones.
  if (!report || report.checkedAt < connectedAt) return OK;
  const problem = report.diagnostics.find(({ level }) => level === 'problem');
  const warning = report.diagnostics.find(({ level }) => level === 'warning');
  if (problem) return toFailing(problem.title, problem.remedy);
  return warning ? toWarning(warning.title, warning.remedy) : OK;
}

/** Unverified deliveries in an hour from which on a wrong secret is suspected. */
const MANY_UNVERIFIED = 5;

function observeEvents(facts: HealthFacts, now: number): HealthObservation | undefined {
  if (facts.outage) return undefined;
  const job = pickJob(facts.jobs, CHECK_SUBSCRIPTIONS);
  if (job?.lastError) return toWarning(job.lastError, 'Repair the webhooks on the Webhooks page.');
  type Report = SubscriptionReport & { checkedAt: string; skipped: string };
  const report = (job?.progress ?? {}) as Partial<Report>;
  if (report.checkedAt === undefined)
    return { state: 'waiting', reason: 'The webhooks have not been checked yet.' };
  if (report.skipped !== undefined) return toWarning(report.skipped, 'Changes are read every 30 minutes.');
  const topics = [report.created, report.repaired, report.fine].flatMap((list) => list ?? []);
  if (topics.length === 0)
    return toWarning(
      'The credentials do not allow webhooks, so changes are noticed within 30 minutes.',
      'Add an Admin token and the app’s secret in Settings.',
    );
  const last = facts.lastVerifiedEventAt;
  const isSilent = last === null || Date.parse(last) < now - DAY_MS;
  if (!isSilent || facts.unverifiedEvents < MANY_UNVERIFIED) return OK;
  return toWarning(
    'Webhooks arrive with a wrong signature, and none was verified within the last day.',
    'Check the app’s secret in Settings, then repair the webhooks on the Webhooks page.',
  );
}

/** Full imports run daily. */
const MAX_COPY_AGE_MS = 36 * HOUR_MS;
const MAX_STALE_AGE_MS = 72 * HOUR_MS;
const MAX_FIRST_IMPORT_MS = 6 * HOUR_MS;
const REPAIR_PRODUCTS =
  'Open these products in the shop and save them. If it stays so, a plugin changes their answers: switch plugins off one by one, and sync again.';
const SYNC_AGAIN = 'Open Settings and choose "Sync all products".';

function observeCatalog(facts: HealthFacts, now: number): HealthObservation {
  const { lastImport } = facts;
  const job = pickJob(facts.jobs, IMPORT_PRODUCTS);
  const error = facts.outage ? null : (job?.lastError ?? null);
  if (!lastImport) return observeFirstImport(facts, now, error);
  const age = now - Date.parse(lastImport.finishedAt);
  if (age > MAX_STALE_AGE_MS)
    return toFailing(`The last full sync was ${Math.floor(age / DAY_MS)} days ago.`, SYNC_AGAIN);
  if (age > MAX_COPY_AGE_MS) return toWarning(error ?? 'The daily sync is late.', SYNC_AGAIN);
  if (error !== null) return toWarning(error, SYNC_AGAIN);
  if (lastImport.limited !== null) return toWarning(lastImport.limited);
  const progress = readProgress(job?.progress);
  const unreadable = progress && describeUnreadable(progress);
  return unreadable ? toWarning(unreadable, REPAIR_PRODUCTS) : OK;
}

function observeFirstImport(
  { jobs, connectedAt }: HealthFacts,
  now: number,
  error: string | null,
): HealthObservation {
  if (error !== null) return toFailing(error, SYNC_AGAIN);
  const isRunning = readProgress(pickJob(jobs, IMPORT_PRODUCTS)?.progress)?.finishedAt === null;
  if (isRunning || now - Date.parse(connectedAt) <= MAX_FIRST_IMPORT_MS)
    return { state: 'waiting', reason: 'The first import is running.' };
  return toFailing('The catalog has never been imported.', SYNC_AGAIN);
}

const ON_DISCOVERY = 'Open the Discovery page: it names what to change.';

function observeDiscovery({ domains, jobs }: HealthFacts): HealthObservation {
  const byState = Object.groupBy(domains, toDomainState);
  const [lost] = byState.lost ?? [];
  if (lost) return toFailing(`${lost.name} was given up because its DNS record is missing.`, ON_DISCOVERY);
  const [away] = byState.verified ?? [];
  if (away) return toWarning(away.error ?? `${away.name} does not point here yet.`, ON_DISCOVERY);
  const [missing] = byState.proof_missing ?? [];
  if (missing) {
    const until = computeServedUntil(missing)?.slice(0, 10);
    const reason = `The DNS record of ${missing.name} is missing. The domain is served until ${until}.`;
    return toWarning(reason, ON_DISCOVERY);
  }
  if (byState.live) return OK;
  const domain = getAccessReport(jobs)?.domain;
  if (domain?.ok === false)
    return toWarning(domain.reason ?? `Agents do not find the store on ${domain.name}.`, ON_DISCOVERY);
  if (domain) return OK;
  const reason = 'Agents find the store at this service’s address only, not on your domain.';
  return { state: 'waiting', reason, remedy: ON_DISCOVERY };
}

function toFailing(reason: string, remedy?: string): HealthObservation {
  return { state: 'failing', reason, ...(remedy && { remedy }) };
}

function toWarning(reason: string, remedy?: string): HealthObservation {
  return { state: 'warning', reason, ...(remedy && { remedy }) };
}

function getAccessReport(jobs: readonly Job[]): AccessReport | undefined {
  return (pickJob(jobs, CHECK_ACCESS)?.progress ?? undefined) as AccessReport | undefined;
}

function pickJob(jobs: readonly Job[], kind: string): Job | undefined {
  return jobs.find((job) => job.kind === kind);
}
