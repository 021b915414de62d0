import assert from 'node:assert/strict';
import { it } from 'node:test';
import { everywhere } from '../../../testing/everywhere.ts';
import { PROFILE } from '../../../testing/ucp-agent.ts';
import { callTool, ENDPOINTS, type EndpointName, toolsAt } from '../../mcp-clients/listed-tools.ts';

/** Object that cannot become a text: JSON brings members of these names. */
const ODD = { toString: '', valueOf: '', toJSON: '' };

/** Protocol's code for a fault of the service. */
const INTERNAL_ERROR = -32603;

everywhere('an object that cannot become a text', (at) => {
  for (const endpoint of Object.keys(ENDPOINTS) as EndpointName[])
    it(`gets an answer of the protocol in the place of a tool’s name and of each argument (${endpoint})`, async () => {
      const url = at.running.baseUrl + ENDPOINTS[endpoint](at.slug);
      const call = async (name: unknown, args: object) => {
        const { error } = await callTool(url, name as string, args);
        assert.notEqual(error?.code, INTERNAL_ERROR, JSON.stringify([name, args]));
      };
      await call(ODD, {});
      for (const { name, inputSchema } of await toolsAt(url))
        for (const argument of Object.keys(inputSchema.properties ?? {}))
          await call(name, {
            meta: { 'ucp-agent': { profile: PROFILE }, 'idempotency-key': 'a-key-of-the-test-1' },
            [argument]: ODD,
          });
    });
});
