import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { typed } from '../command-name.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store.ts';
import type { Config } from '../config.ts';
import { type AtStore, COMMAND_LINE } from '../merchants/at-store.ts';
import { createService, type Service } from '../service.ts';

type Work<Result> = (service: Service) => Promise<Result>;

/** Opens the service on its existing database without serving, and closes it after the work. */
export async function onService<Result>(config: Config, work: Work<Result>): Promise<Result> {
  requireDatabase(config);
  return onNewService(config, work);
}

/** Like `onService`, for commands with which an installation may begin: creates a missing database. */
export async function onNewService<Result>(config: Config, work: Work<Result>): Promise<Result> {
  const service = await createService(config);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** Throws `not_found` for a SQLite file that does not exist: a command in the wrong folder must not create one. */
export function requireDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (!databaseUrl.startsWith('sqlite:') || databaseUrl === 'sqlite::memory:') return;
  const file = resolve(databaseUrl.slice('sqlite:'.length));
  if (existsSync(file)) return;
  throw new CommerceError(
    'not_found',
    `There is no database in ${dirname(file)} (DATABASE_URL is ${databaseUrl}). Run this in the service's folder, or set DATABASE_URL.`,
  );
}

/** Throws `not_found`, naming the command that lists stores. */
export async function storeCalled(service: Service, slug: string): Promise<Store> {
  const store = await service.stores.find(slug);
  if (store) return store;
  throw new CommerceError('not_found', `There is no store "${slug}". See: ${typed('stores')}`);
}

/** Full access to the store, recorded as `command line` in the audit log. Throws `not_found`. */
export async function asOperator(service: Service, slug: string): Promise<AtStore> {
  const store = await storeCalled(service, slug);
  return { context: service.context, store, actor: COMMAND_LINE, requestId: service.context.newId() };
}
