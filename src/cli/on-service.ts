import { typed } from '../command-name.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store.ts';
import type { Config } from '../config.ts';
import { type AtStore, COMMAND_LINE } from '../merchants/at-store.ts';
import { createService, type Service } from '../service.ts';

/** Opens the service without serving, and closes it after the work. */
export async function onService<Result>(
  config: Config,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await createService(config);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
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
