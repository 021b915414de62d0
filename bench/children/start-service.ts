import { createService } from '../../src/service.ts';
import { readConfig } from '../../src/settings/config.ts';
import type { PlatformRegistry } from '../../src/store-platforms/connections.ts';

/** Starts the service with the settings of this process, on any free port. */
export async function startService(platforms: PlatformRegistry, options?: { backgroundWork: boolean }) {
  const service = await createService(readConfig(process.env), { platforms });
  return { service, port: Number(new URL(await service.listen(options)).port) };
}
