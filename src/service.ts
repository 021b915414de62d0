import type { ListenOptions } from 'node:net';
import type { FastifyListenOptions } from 'fastify';
import { createDoors } from './composition/http-server.ts';
import { merchantDesk } from './composition/merchant-context.ts';
import { openAll } from './composition/infrastructure.ts';
import type { Outside, ServiceLog } from './composition/overrides.ts';
import { reachOut } from './composition/outbound-clients.ts';
import { storesAndPlatforms } from './composition/store-contexts.ts';
import { prepareWork } from './composition/background-jobs.ts';
import type { Config } from './config.ts';
import { CONSOLE_DIST } from './console-folders.ts';
import { consoleShelf } from './http/console-files.ts';
import { connectOrReconnectStore, connectStore, type StoreToConnect } from './merchants/connect-store.ts';
import { poolUse } from './storage/engine/database.ts';
import { dueTasks } from './storage/repositories/due-jobs.ts';

export type { Outside };

export type Service = Awaited<ReturnType<typeof createService>>;

/** The composition root: with composition/ beside it, the one place that knows every folder. */
export async function createService(config: Config, outside: Outside = {}) {
  let address = config.baseUrl ?? `http://${config.host}:${config.port}`;
  let stopping = false;
  const baseUrl = () => address;
  const log: ServiceLog = {
    info: (details, message) => server.log.info(details, message),
    warn: (details, message) => server.log.warn(details, message),
    error: (error, message) => server.log.error(error, message),
  };
  const opened = await openAll(config, outside, log);
  const { database, clock, remembered, watching, now } = opened;
  const reach = reachOut(config, outside, opened, log);
  watching.metrics.readFrom({
    circuits: reach.shops.circuits,
    pool: () => poolUse(database),
    dueTasks: () => dueTasks(database, now()),
  });
  const openings = storesAndPlatforms({ config, opened, reach, log, baseUrl });
  const work = prepareWork({ config, opened, reach, openings, log });
  const desk = merchantDesk({ config, opened, reach, openings, work, baseUrl });
  const shelf = consoleShelf(CONSOLE_DIST);
  const isStopping = () => stopping;
  const server = createDoors({ config, outside, opened, openings, work, desk, shelf, baseUrl, isStopping });
  clock.watch((aheadMs) => log.warn({ aheadMs }, 'This machine’s clock is wrong, the database’s is used'));

  return {
    server,
    console: shelf,
    stores: remembered.stores,
    tasks: remembered.tasks,
    products: remembered.products,
    signingKeys: remembered.signingKeys,
    /** What merchants' functions work with, for commands that have their powers. */
    desk,
    upkeep: work.upkeep,
    /** For a command that waits for some kind of work: does it here, and nothing else. */
    runnerOf: work.runnerOf,
    connectStore: (wanted: StoreToConnect) => connectStore(desk.connecting, wanted),
    connectOrReconnectStore: (wanted: StoreToConnect & { slug: string }) =>
      connectOrReconnectStore(desk.connecting, wanted),

    /**
     * Returns the address on which links are built. Background work begins here, unless it is done by hand. With `reusePort` the
     * kernel deals connections out among the processes that listen on the port.
     */
    async listen({ upkeep = true, reusePort = false } = {}): Promise<string> {
      const { host, port } = config;
      const socket: FastifyListenOptions & ListenOptions = { host, port, reusePort };
      const listening = await server.listen(socket);
      address = config.baseUrl ?? listening;
      if (upkeep) work.upkeep.start();
      return address;
    },

    /** Says to balancers that it wants no more, and goes on serving what comes until it is closed. */
    announceStop(): void {
      stopping = true;
    },

    async close(): Promise<void> {
      stopping = true;
      await server.close();
      await work.upkeep.stop();
      await work.recorder.close();
      await work.counters.close();
      await watching.close();
      clock.stop();
      await database.destroy();
    },
  };
}
