import type { Config } from '../config.ts';
import { checkConnection } from '../merchants/check-store.ts';
import type { Diagnostic } from '../merchants/discovery/diagnostic.ts';
import { asOperator, onService } from './on-service.ts';

/** Tests the saved credentials of a store of this installation. Agents never see why a shop fails. */
export function askShop(config: Config, slug: string): Promise<Diagnostic[]> {
  return onService({ ...config, logLevel: 'silent' }, async (service) => {
    const { findings } = await checkConnection(await asOperator(service, slug));
    return findings.map((diagnostic) => ({ check: 'shop', ...diagnostic }));
  });
}
