import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MIN_CAUGHT, rehearseMutants } from '../../rehearsal/run-mutants.ts';
import { endpointsOf, simulatedStore } from '../../rehearsal/stores.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';

/** Endpoints whose answers carry a defect, one after the other. */
const ENDPOINTS = ['shopping', 'official REST', 'official MCP', 'contract REST', 'contract MCP'];
const SEED = 20_261_122;
const TIMEOUT_MS = 600_000;

describe('the rehearsal with defects in the answers', { timeout: TIMEOUT_MS }, () => {
  for (const [index, endpoint] of ENDPOINTS.entries()) {
    const platform = PLATFORMS[index % PLATFORMS.length];
    it(`catches 90 % of them or more (${endpoint}, ${platform})`, { timeout: TIMEOUT_MS }, async () => {
      await using running = await startTestService({ database: anyDatabase });
      const slug = `demo-${platform}`;
      const endpoints = endpointsOf(running.baseUrl, slug).filter(({ name }) => name === endpoint);
      const rows = await rehearseMutants(endpoints, await simulatedStore(running, slug), SEED);
      const missed = rows.filter(({ caughtBy }) => caughtBy === undefined);
      assert.ok(rows.length >= 15, `${rows.length} defects`);
      assert.ok(rows.length - missed.length >= rows.length * MIN_CAUGHT, JSON.stringify(missed));
    });
  }
});
