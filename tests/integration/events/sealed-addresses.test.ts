import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  CreateStoreEventEndpointResponse,
  ListStoreEventEndpointsResponse,
} from '../../../client/index.ts';
import { bodyOf } from '../../../testing/agent.ts';
import { withStore } from '../../../testing/everywhere.ts';
import { signUp } from '../../../testing/merchant.ts';
import { storedRows } from '../../../testing/stored.ts';

const SECRET_PATH = 'T024BE7LH-B0D8SHRDG';
const ENDPOINTS = '/stores/demo-shopify/event-endpoints';

withStore('shopify', 'addresses of event endpoints', (running) => {
  it('encrypts the addresses of event endpoints at rest', async () => {
    const owner = await signUp(running);
    const url = `https://hooks.example/services/${SECRET_PATH}`;
    const { endpoint } = bodyOf(201, await owner.post<CreateStoreEventEndpointResponse>(ENDPOINTS, { url }));
    assert.equal(endpoint.url, url);
    assert.ok(!JSON.stringify(await storedRows(running.databaseUrl)).includes(SECRET_PATH));
    const { items } = bodyOf(200, await owner.get<ListStoreEventEndpointsResponse>(ENDPOINTS));
    assert.deepEqual(
      items.map((each) => each.url),
      [url],
    );
  });
});
