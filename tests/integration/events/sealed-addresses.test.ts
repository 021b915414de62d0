import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  CreateStoreEventEndpointResponse,
  ListStoreEventEndpointsResponse,
} from '../../../client/index.ts';
import { openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { bodyOf } from '../../../testing/agent.ts';
import { withService } from '../../../testing/everywhere.ts';
import { signUp } from '../../../testing/merchant.ts';
import { storedRows } from '../../../testing/stored.ts';
import { serviceOn } from '../../../testing/test-service.ts';

const SECRET_PATH = 'T024BE7LH-B0D8SHRDG';
const ENDPOINTS = '/stores/demo-shopify/event-endpoints';

withService('addresses of event endpoints', (running) => {
  it('are encrypted at rest, also those of an earlier version after a start', async () => {
    const owner = await signUp(running);
    const url = `https://hooks.example/services/${SECRET_PATH}`;
    const { endpoint } = bodyOf(201, await owner.post<CreateStoreEventEndpointResponse>(ENDPOINTS, { url }));
    assert.equal(endpoint.url, url);
    const stored = async () => JSON.stringify(await storedRows(running.databaseUrl));
    assert.ok(!(await stored()).includes(SECRET_PATH));

    const database = await openWithoutMigrating(running.databaseUrl);
    await database.updateTable('event_endpoints').set({ url }).execute();
    await database.destroy();
    assert.ok((await stored()).includes(SECRET_PATH));
    await (await serviceOn(running.databaseUrl)).close();
    assert.ok(!(await stored()).includes(SECRET_PATH));
    const { items } = bodyOf(200, await owner.get<ListStoreEventEndpointsResponse>(ENDPOINTS));
    assert.deepEqual(
      items.map((each) => each.url),
      [url],
    );
  });
});
