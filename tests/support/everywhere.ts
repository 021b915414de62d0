import { after, before, describe } from 'node:test';
import { type Agent, agentOf } from './agent.ts';
import { databases, type TestDatabase } from './databases.ts';
import { PLATFORMS, startTestService, type TestService } from './test-service.ts';

/** What a suite of the contract has at hand: one store of one platform, on one database. */
export interface Somewhere {
  slug: string;
  platform: string;
  agent: Agent;
  running: TestService;
}

/** Runs a suite for every database and every platform. `at` is filled before the first test. */
export function everywhere(name: string, suite: (at: Somewhere) => void): void {
  for (const database of databases) {
    describe(`${name} (${database.name})`, () => {
      const shared: { running?: TestService } = {};
      before(async () => {
        shared.running = await startTestService({ database });
      });
      after(() => shared.running?.close());
      for (const platform of PLATFORMS) describe(platform, () => suite(somewhere(platform, shared)));
    });
  }
}

/** Runs a suite for every database; it starts its own service. */
export function onEveryDatabase(name: string, suite: (database: TestDatabase) => void): void {
  for (const database of databases) describe(`${name} (${database.name})`, () => suite(database));
}

function somewhere(platform: string, shared: { running?: TestService }): Somewhere {
  const slug = `demo-${platform}`;
  const running = () => {
    if (!shared.running) throw new Error('the service is not running yet');
    return shared.running;
  };
  return {
    slug,
    platform,
    get running() {
      return running();
    },
    get agent() {
      return agentOf(running().baseUrl, slug);
    },
  };
}
