import colors from 'picocolors';
import { knownTimeZone } from '../commerce/days.ts';
import type { Store } from '../commerce/store.ts';
import type { Config } from '../config.ts';
import type { AtStore } from '../merchants/at-store.ts';
import { deleteStore } from '../merchants/delete-store.ts';
import { disconnectStore, pauseStore, reconnectStore, resumeStore } from '../merchants/disconnect-store.ts';
import { changeSettings } from '../merchants/store-settings.ts';
import { summaryOf } from '../merchants/stores.ts';
import { ERASE_STORE, UNSUBSCRIBE } from '../operations/store-jobs.ts';
import type { JsonOption } from './declare.ts';
import { UsageError } from './errors.ts';
import { asOperator, onService } from './on-service.ts';
import { toStoreJson } from './stores.ts';
import { say } from './terminal.ts';

const MAX_DAYS = 36_500;
const MAX_NAME_LENGTH = 100;

export async function renameStore(
  config: Config,
  slug: string,
  words: string[],
  { platformName = false, json }: JsonOption & { platformName?: boolean },
): Promise<void> {
  const name = words.join(' ').trim();
  if ((name === '') !== platformName) throw new UsageError('Give a new name, or --platform-name.');
  if (name.length > MAX_NAME_LENGTH)
    throw new UsageError(`A name has at most ${MAX_NAME_LENGTH} characters, not ${name.length}.`);
  await change(config, slug, {
    run: (at) => changeSettings(at, { displayName: platformName ? null : name }),
    done: 'is renamed',
    json,
  });
}

export async function setRetention(
  config: Config,
  slug: string,
  days: string,
  { json }: JsonOption,
): Promise<void> {
  const isDefault = days === 'default';
  if (!isDefault && !(/^\d{1,5}$/.test(days) && Number(days) <= MAX_DAYS))
    throw new UsageError(`The days must be 0 to ${MAX_DAYS} or "default", not "${days}".`);
  await change(config, slug, {
    run: (at) => changeSettings(at, { retentionDays: isDefault ? null : Number(days) }),
    done: 'has a new retention period',
    json,
  });
}

export async function pause(config: Config, slug: string, { json }: JsonOption): Promise<void> {
  await change(config, slug, { run: pauseStore, done: 'is paused for agents', json });
}

export async function resume(config: Config, slug: string, { json }: JsonOption): Promise<void> {
  await change(config, slug, { run: resumeStore, done: 'takes orders of agents again', json });
}

export async function setTimeZone(
  config: Config,
  slug: string,
  zone: string,
  { json }: JsonOption,
): Promise<void> {
  const timeZone = zone === 'default' ? null : knownTimeZone(zone);
  if (timeZone === undefined)
    throw new UsageError(
      `The time zone must be one such as Europe/Berlin or +02:00, or "default", not "${zone}".`,
    );
  await change(config, slug, {
    run: (at) => changeSettings(at, { timeZone }),
    done: 'has a new time zone',
    json,
  });
}

export async function disconnect(config: Config, slug: string, { json }: JsonOption): Promise<void> {
  await change(config, slug, { run: disconnectStore, jobs: [UNSUBSCRIBE], done: 'is disconnected', json });
}

export async function reconnect(config: Config, slug: string, { json }: JsonOption): Promise<void> {
  await change(config, slug, { run: reconnectStore, done: 'is reconnected', json });
}

/** `yesDelete`: the slug once more, as confirmation. */
export async function remove(
  config: Config,
  slug: string,
  { yesDelete, json }: JsonOption & { yesDelete: string },
): Promise<void> {
  const run = async (at: AtStore) => {
    await deleteStore(at, yesDelete);
    return undefined;
  };
  await change(config, slug, { run, jobs: [ERASE_STORE], done: 'is deleted with all its data', json });
}

interface Change {
  /** Returns the changed store; undefined when deleted. */
  run(at: AtStore): Promise<Store | undefined>;
  /** Kinds of jobs that it enqueues, which the command runs at once. */
  jobs?: readonly string[];
  /** Printed after the slug. */
  done: string;
  json: boolean | undefined;
}

async function change(config: Config, slug: string, { run, jobs = [], done, json }: Change): Promise<void> {
  await onService({ ...config, logLevel: 'silent' }, async (service) => {
    const after = await run(await asOperator(service, slug));
    // Runs the enqueued jobs here, because the service may not be running.
    if (jobs.length > 0) await service.runnerOf(jobs).drain();
    if (!json) return say(`${colors.green('✓')} ${colors.bold(slug)} ${done}.`);
    say(JSON.stringify(after ? toStoreJson(await summaryOf(service.context, after)) : { slug }, null, 2));
  });
}
