import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TestDatabase } from '../../testing/databases.ts';
import { PLATFORMS } from '../../testing/test-service.ts';
import { connector } from './connector.ts';
import { contractMcp } from './contract-mcp.ts';
import { contractRest } from './contract-rest.ts';
import { differenceFrom, UPDATES, writeRecording } from './fixture.ts';
import { merchantApi } from './merchant-api.ts';
import { orderEvents } from './order-events.ts';
import { rateLimits, service } from './service.ts';
import { shopCalls } from './shop-calls.ts';
import { shopping } from './shopping.ts';
import { openStage, type Wire } from './stage.ts';
import { ucpMcp, ucpRest } from './ucp.ts';
import { ucpDiscovery } from './ucp-discovery.ts';
import { webhooks } from './webhooks.ts';

export const WIRES: Record<string, Wire> = {
  'contract-rest': contractRest,
  'contract-mcp': contractMcp,
  'ucp-rest-2026-08-25': ucpRest('2026-08-25'),
  'ucp-rest-2026-04-08': ucpRest('2026-04-08'),
  'ucp-mcp-2026-08-25': ucpMcp('2026-08-25'),
  'ucp-mcp-2026-04-08': ucpMcp('2026-04-08'),
  'ucp-discovery': ucpDiscovery,
  shopping,
  'order-events': orderEvents,
  'shop-calls': shopCalls,
  connector,
  webhooks,
  'merchant-api': merchantApi,
  service,
  'rate-limits': rateLimits,
};

/** The name of each recording with its wire and its store platform. */
const RECORDINGS = Object.entries(WIRES).flatMap(([name, wire]) =>
  wire.isForBoth
    ? [{ recording: name, wire, platform: 'woocommerce' as const }]
    : PLATFORMS.map((platform) => ({ recording: `${name}-${platform}`, wire, platform })),
);

/** Plays every conversation on one database; `records`: its answers are what is recorded when recordings are renewed. */
export function everyWire(database: TestDatabase | undefined, { records }: { records: boolean }): void {
  assert.ok(database);
  for (const { recording, wire, platform } of RECORDINGS)
    it(`keeps every byte of ${recording}.txt`, async (t) => {
      const stage = await openStage(t, wire, { database, platform });
      await wire.play(stage);
      const text = stage.tape.text();
      if (UPDATES && records) await writeRecording(recording, text);
      const difference = await differenceFrom(recording, text);
      if (difference !== undefined) assert.fail(difference);
    });
}
