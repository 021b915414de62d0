import type { DemoStore, UnpairedSite } from '../../sandbox/demo-stores.ts';
import type { Config } from '../config.ts';
import { createService, type Service } from '../service.ts';
import { readyConsole } from './console-ready.ts';
import { say } from './terminal.ts';
import { type Command, UsageError } from './usage.ts';
import { welcome } from './welcome.ts';

export const serve: Command = {
  summary: 'Serves agents, with the two demo stores unless SANDBOX=off.',
  async run(_args, config) {
    const running = await start(config());
    say(await welcome(running));
    // Agents are served already.
    void readyConsole(running.service.console);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
  },
};

export interface RunningService {
  service: Service;
  baseUrl: string;
  demoStores: DemoStore[];
  /** A simulated WooCommerce site to be paired; not without the sandbox. */
  unpaired: UnpairedSite | undefined;
  close(): Promise<void>;
}

/** Starts the service and, with the sandbox on, the simulated shops and their two stores. */
export async function start(config: Config): Promise<RunningService> {
  const service = await createService(config);
  const baseUrl = await service.listen().catch(async (error) => {
    await service.close();
    throw portInUse(error, config);
  });
  const demoStores = config.sandbox ? await startShops(config) : [];
  for (const { slug, platform, shop } of demoStores) {
    await service.connectOrReconnectStore({ slug, platform, credentials: shop.credentials, sandbox: true });
  }
  const unpaired = config.sandbox ? await startUnpaired(config, baseUrl) : undefined;
  return {
    service,
    baseUrl,
    demoStores,
    unpaired,
    async close() {
      await service.close();
      for (const { shop } of demoStores) await shop.close();
      await unpaired?.shop.close();
    },
  };
}

/** Loaded only when wanted: a service without the sandbox carries none of it. */
async function startShops({ port, sandboxCurrency }: Config): Promise<DemoStore[]> {
  const { startDemoStores } = await import('../../sandbox/demo-stores.ts');
  return startDemoStores(port === 0 ? 0 : port + 1, sandboxCurrency);
}

async function startUnpaired({ port, sandboxCurrency }: Config, baseUrl: string): Promise<UnpairedSite> {
  const { startUnpairedSite } = await import('../../sandbox/demo-stores.ts');
  const serviceUrl = baseUrl;
  return startUnpairedSite(port === 0 ? 0 : port + 1, { serviceUrl, currency: sandboxCurrency });
}

function portInUse(error: unknown, config: Config): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error;
  return new UsageError(
    `Port ${config.port} is taken. Stop what listens there, or choose another: PORT=8790 npm start`,
  );
}
