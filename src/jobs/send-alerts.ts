import { appendSignature, type Mailer, nameInMail } from '../commerce/merchant/mail.ts';
import type { Permission } from '../commerce/merchant/roles.ts';
import type { HealthAspect, HealthChange, HealthState } from '../commerce/store/health.ts';
import { nameOf, type Store } from '../commerce/store/store.ts';
import { formatMinute } from '../commerce/time/time.ts';
import type { Outages } from '../storage/repositories/jobs/outages.ts';
import type { EventEndpoints } from '../storage/repositories/stores/event-endpoints.ts';
import type { StoreHealthRows } from '../storage/repositories/stores/store-health.ts';
import type { Stores } from '../storage/repositories/stores/stores.ts';
import type { JobKind } from './job-kind.ts';

export interface Alerting {
  stores: Pick<Stores, 'findById'>;
  storeHealth: Pick<StoreHealthRows, 'findChange'>;
  organizations: { find(id: string): Promise<{ name: string } | undefined> };
  outages: Pick<Outages, 'findAttempt'>;
  eventEndpoints: Pick<EventEndpoints, 'find'>;
  /** Undefined without a mail server: no alert is sent. */
  mailer: Mailer | undefined;
  listRecipients(store: Store, needs: Permission): Promise<{ accountId: string; email: string }[]>;
  baseUrl(): string;
}

interface Alert {
  title: string;
  paragraphs: (string | null)[];
  needs: Permission;
  /** True for an alert that is sent where the store's alerts are turned off, too. */
  isAlways?: true;
}

/** Subject: `health/` or `endpoint/` and the id, or the parts of `buildFeedSubject` or `buildMovedSubject`. Each person gets an alert once. */
export function sendAlerts(alerting: Alerting): JobKind['run'] {
  return async ({ storeId, subject }) => {
    const { mailer, baseUrl } = alerting;
    const store = await alerting.stores.findById(storeId);
    const alert = mailer && store && (await composeAlert(alerting, store, subject));
    if (!alert || !(store.mailAlerts || alert.isAlways)) return undefined;
    const page = `${baseUrl()}/console/stores/${store.slug}`;
    const team = await findTeam(alerting, store);
    const why = alert.isAlways
      ? `You get this mail because you administer ${nameOf(store)}, a store of ${team}.`
      : `You get this mail because e-mail alerts are on for ${nameOf(store)}, a store of ${team}. Turn them off at ${page}/events`;
    const paragraphs = [...alert.paragraphs, page, why];
    const mail = {
      subject: `${nameOf(store)}: ${alert.title}`,
      text: appendSignature(`${paragraphs.filter((each) => each !== null).join('\n\n')}\n`, baseUrl()),
    };
    const organizationId = store.organizationId ?? store.id;
    for (const { accountId, email } of await alerting.listRecipients(store, alert.needs))
      await mailer.enqueue({ to: email, ...mail }, { key: `alert/${subject}/${accountId}`, organizationId });
    return undefined;
  };
}

async function findTeam({ organizations }: Alerting, { organizationId }: Store): Promise<string> {
  const team = organizationId === null ? undefined : await organizations.find(organizationId);
  return team ? `the team ${nameInMail(team.name)}` : 'no team';
}

async function composeAlert(alerting: Alerting, store: Store, subject: string): Promise<Alert | undefined> {
  const { storeHealth, outages, eventEndpoints } = alerting;
  const [kind, id = '', to = ''] = subject.split('/');
  if (kind === 'address') return buildAddressAlert(decodeURIComponent(id), decodeURIComponent(to));
  if (kind === 'feeds') return buildFeedAlert(subject.split('/').slice(1));
  if (kind === 'health') {
    const change = await storeHealth.findChange(store.id, id);
    return change && buildHealthAlert(change, await outages.findAttempt({ storeId: store.id }));
  }
  const endpoint = await eventEndpoints.find(store.id, id);
  if (!endpoint || endpoint.disabledReason === null) return undefined;
  const why =
    endpoint.disabledReason === 'gone'
      ? 'It answered 410, which means: send no more events.'
      : 'It has failed for three days in a row.';
  return {
    needs: 'manage',
    title: 'an event endpoint was disabled',
    paragraphs: [
      `Events are not sent to ${new URL(endpoint.url).host} any more. ${why}`,
      'Enable it again on the Events page; missed events can be resent for 30 days.',
    ],
  };
}

function buildAddressAlert(from: string, to: string): Alert {
  return {
    needs: 'administer',
    isAlways: true,
    title: 'the address of the shop was changed',
    paragraphs: [
      `The store was at ${from}. Agents now find the shop at ${to}, and buyers pay there.`,
      'If nobody of your team has changed this, pause the store, remove the member or token that did, and enter the old address again. The audit log names the person.',
    ],
  };
}

export function buildFeedSubject(surface: string, before: number, now: number, day: string): string {
  return ['feeds', surface, before, now, day].join('/');
}

function buildFeedAlert([surface, before, now]: readonly string[]): Alert {
  return {
    needs: 'manage',
    title: `the feed for ${surface} lacks more products`,
    paragraphs: [
      `${now} items cannot be in the feed for ${surface}; the day before it were ${before}.`,
      'The Products page says why, and what to change at the shop.',
    ],
  };
}

type Attempt = Awaited<ReturnType<Outages['findAttempt']>>;

function buildHealthAlert({ aspect, to, since, reason, remedy }: HealthChange, attempt: Attempt): Alert {
  const title = `${ASPECTS[aspect]} ${STATES[to]}`;
  const paragraphs = [`${title} since ${formatMinute(since)}.`, reason, remedy];
  if (attempt && to === 'failing' && (aspect === 'shop' || aspect === 'access')) {
    const host = attempt.host === null ? '' : ` at ${attempt.host}`;
    const { triedAt, nextTryAt } = attempt;
    paragraphs.push(`Last attempt${host}: ${formatMinute(triedAt)}. Next: ${formatMinute(nextTryAt)}.`);
  }
  return { needs: 'manage', title, paragraphs };
}

const ASPECTS: Record<HealthAspect, string> = {
  shop: 'Connection to the shop',
  access: 'Access to the shop',
  events: 'Webhooks from the shop',
  catalog: 'Catalog copy',
  discovery: 'Discovery by agents',
};

const STATES: Record<HealthState, string> = {
  ok: 'working again',
  waiting: 'not set up',
  warning: 'needs attention',
  failing: 'failing',
};
