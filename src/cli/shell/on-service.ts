import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { toNotFoundError } from '../../commerce/errors.ts';
import { findOrganizationForStore, requireAccount, requireStore } from '../../merchant/access.ts';
import { type AtStore, COMMAND_LINE, type OperatorVisit } from '../../merchant/visit.ts';
import { createService, type Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { toShownValue } from '../../settings/schema.ts';
import { openWithoutMigrating } from '../../storage/engine/database.ts';
import { listMigrations } from '../../storage/tables/migrations.ts';
import { sayWarning, toTypedCommand } from './terminal.ts';

type Work<Result> = (service: Service) => Promise<Result>;

/** Opens the service on its database without serving, and closes it after the work. `begins`: creates a missing database and says so. */
export async function onService<Result>(config: Config, work: Work<Result>, begins = false): Promise<Result> {
  if (!begins) await requireDatabase(config);
  const file = getMissingFile(config);
  if (file !== undefined) sayWarning(`There is no database yet: creating ${file}.`);
  await using service = await createService(config);
  return await work(service);
}

/** Makes a command of work at a store with full access, which prints errors itself instead of logging them. */
export function withStore<Given extends unknown[], Result>(
  work: (at: AtStore, service: Service, ...args: Given) => Promise<Result>,
) {
  return (config: Config, slug: string, ...args: Given) =>
    onService({ ...config, logLevel: 'silent' }, async (service) =>
      work(await openAsOperator(service, slug), service, ...args),
    );
}

/** Returns the SQLite file of DATABASE_URL unless it exists. */
export function getMissingFile({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | undefined {
  if (!databaseUrl.startsWith('sqlite:') || databaseUrl === 'sqlite::memory:') return undefined;
  const file = resolve(databaseUrl.slice('sqlite:'.length));
  return existsSync(file) ? undefined : file;
}

/** Throws `not_found`: a command in the wrong folder must not create an installation. */
export async function requireDatabase(config: Pick<Config, 'databaseUrl'>): Promise<void> {
  const { databaseUrl } = config;
  const url = toShownValue('DATABASE_URL', databaseUrl);
  const file = getMissingFile(config);
  if (file !== undefined) {
    throw toNotFoundError(
      `There is no database in ${dirname(file)} (DATABASE_URL is ${url}). Run this in the service's folder, or set DATABASE_URL.`,
    );
  }
  if (databaseUrl.startsWith('sqlite:')) return;
  await using database = await openWithoutMigrating(databaseUrl);
  if ((await listMigrations(database)).some(({ ranAt }) => ranAt !== null)) return;
  throw toNotFoundError(`The database ${url} is empty. Set DATABASE_URL to that of the service.`);
}

/** Command of the operator, recorded as `command line` in the audit log. */
export function createOperatorVisit({ context }: Service): OperatorVisit {
  return { context, actor: COMMAND_LINE, requestId: context.newId(), commandOf: toTypedCommand };
}

/** Finds an account by its e-mail address, and the organization of a store that it connects. Throws `not_found`. */
export async function findOwner(service: Service, email: string) {
  const account = await requireAccount(createOperatorVisit(service), email);
  const organizationId = await findOrganizationForStore(service.context, account);
  return { accountId: account.id, organizationId };
}

/** Full access to the store. Throws `not_found`. */
export async function openAsOperator(service: Service, slug: string): Promise<AtStore> {
  const operator = createOperatorVisit(service);
  return { ...operator, store: await requireStore(operator, slug) };
}
