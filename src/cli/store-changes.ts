import { knownTimeZone } from '../commerce/days.ts';
import { ERASE_STORE, UNSUBSCRIBE } from '../commerce/job-names.ts';
import type { SwitchableCapability } from '../commerce/store/capabilities.ts';
import type { Store } from '../commerce/store/store.ts';
import type { AtStore } from '../merchant/at-store.ts';
import { switchCapabilities } from '../merchant/stores/capabilities.ts';
import { deleteStore } from '../merchant/stores/delete-store.ts';
import {
  disconnectStore,
  pauseStore,
  reconnectStore,
  resumeStore,
} from '../merchant/stores/disconnect-store.ts';
import { changeSettings } from '../merchant/stores/store-settings.ts';
import { summaryOf } from '../merchant/stores/summaries.ts';
import type { Config } from '../settings/config.ts';
import { UsageError } from './errors.ts';
import { asOperator, withService, withStore } from './on-service.ts';
import { toStoreJson } from './stores.ts';
import { done, type Outcome, paint } from './terminal.ts';

const MAX_DAYS = 36_500;
const MAX_NAME_LENGTH = 100;

export async function renameStore(
  config: Config,
  slug: string,
  words: string[],
  { platformName = false }: { platformName?: boolean },
): Promise<Outcome> {
  const name = words.join(' ').trim();
  if ((name === '') !== platformName) throw new UsageError('Give a new name, or --platform-name.');
  if (name.length > MAX_NAME_LENGTH)
    throw new UsageError(`A name has at most ${MAX_NAME_LENGTH} characters, not ${name.length}.`);
  const displayName = platformName ? null : name;
  return change('is renamed', (at) => changeSettings(at, { displayName }))(config, slug);
}

export async function setRetention(config: Config, slug: string, days: string): Promise<Outcome> {
  const isDefault = days === 'default';
  if (!isDefault && !(/^\d{1,5}$/.test(days) && Number(days) <= MAX_DAYS))
    throw new UsageError(`The days must be 0 to ${MAX_DAYS} or "default", not "${days}".`);
  const retentionDays = isDefault ? null : Number(days);
  return change('has a new retention period', (at) => changeSettings(at, { retentionDays }))(config, slug);
}

export async function setTimeZone(config: Config, slug: string, zone: string): Promise<Outcome> {
  const timeZone = zone === 'default' ? null : knownTimeZone(zone);
  if (timeZone === undefined)
    throw new UsageError(
      `The time zone must be one such as Europe/Berlin or +02:00, or "default", not "${zone}".`,
    );
  return change('has a new time zone', (at) => changeSettings(at, { timeZone }))(config, slug);
}

export const pause = change('is paused for agents', pauseStore);
export const resume = change('takes orders of agents again', resumeStore);
export const disconnect = change('is disconnected', disconnectStore, [UNSUBSCRIBE]);
export const reconnect = change('is reconnected', reconnectStore);

/** `yesDelete`: the slug once more, as confirmation. */
export function remove(config: Config, slug: string, { yesDelete }: { yesDelete: string }): Promise<Outcome> {
  const run = async (at: AtStore) => void (await deleteStore(at, yesDelete));
  return change('is deleted with all its data', run, [ERASE_STORE])(config, slug);
}

/** Makes a command of a change, which returns the changed store. `jobs`: kinds of jobs that it enqueues. */
function change(
  words: string,
  run: (at: AtStore) => Promise<Store> | Promise<void>,
  jobs: readonly string[] = [],
) {
  return withStore(async (at, service) => {
    const after = await run(at);
    // Runs the enqueued jobs here, because the service may not be running.
    if (jobs.length > 0) await service.runnerOf(jobs).drain();
    const { slug } = at.store;
    const data = after ? toStoreJson(await summaryOf(service.context, after)) : { slug };
    return done(data, `${paint('bold', slug)} ${words}.`);
  });
}

export const switchCapability = withService(
  async (service, slug: string, name: SwitchableCapability, state: 'on' | 'off') => {
    const on = state === 'on';
    await switchCapabilities(await asOperator(service, slug), { [name]: on });
    return done({ slug, capability: name, on }, `${name} is ${state} for ${paint('bold', slug)}.`);
  },
);
