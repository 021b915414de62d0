import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, it } from 'node:test';
import { agentOf, bodyOf, findVariant } from '../../testing/agent.ts';
import { askHost } from '../../testing/ask-host.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import { BROWSER, tokenOf } from './permalink-visitor.ts';
import { NAMES } from './wires.ts';

const PERMALINK = 'dev.ucp.shopping.permalink';
const DECLARATION = `schemas/shopping/permalink.json#/$defs/${PERMALINK}/business_schema`;
const WELL_KNOWN = '/.well-known/ucp';

onEveryDatabase('the endpoint of permalinks', (database) => {
  const settings = { BASE_URL: 'https://ucp.example', HOST_DOMAIN: 'stores.example' };
  const running = forSuite(() => startTestService({ database, settings }));
  const plain = forSuite(() => startTestService({ database }));
  let address: string;
  before(() => {
    const { port } = running.service.server.server.address() as AddressInfo;
    address = `http://127.0.0.1:${port}`;
  });

  const profileAt = async (host: string, path: string) => {
    const body = bodyOf(200, await askHost(address, host, path));
    officialSchemas(body.ucp.version).response(NAMES[body.ucp.version as keyof typeof NAMES].profile)(body);
    return body.ucp.capabilities[PERMALINK];
  };

  for (const platform of PLATFORMS) {
    const slug = `demo-${platform}`;

    it(`declares permalinks as the published schema has it, on the host that was asked (${platform})`, async () => {
      const hosts = {
        'ucp.example': [`/ucp/${slug}${WELL_KNOWN}`, `https://ucp.example/ucp/${slug}/buy`],
        [`${slug}.stores.example`]: [WELL_KNOWN, `https://${slug}.stores.example/buy`],
      };
      for (const [host, [path = '', endpoint]] of Object.entries(hosts)) {
        const [declared, ...more] = await profileAt(host, path);
        officialSchemas('2026-08-25').response(DECLARATION)(declared);
        assert.deepEqual([declared.config, more], [{ endpoint }, []]);
        assert.equal(declared.version, '2026-08-25');
        assert.equal(declared.spec, 'https://ucp.dev/2026-08-25/specification/permalink');
        assert.equal(declared.schema, 'https://ucp.dev/2026-08-25/schemas/shopping/permalink.json');
        assert.equal(await profileAt(host, `${path}/2026-04-08`), undefined, 'the older version has none');
      }
    });

    it(`opens permalinks at the declared endpoint (${platform})`, async () => {
      const mug = await findVariant(agentOf(address, slug), 'mug');
      const host = `${slug}.stores.example`;
      const open = (path: string) => askHost(address, host, path, { headers: BROWSER });
      const [declared] = await profileAt(host, WELL_KNOWN);
      const { pathname } = new URL(declared.config.endpoint);
      const opened = await open(`${pathname}/${tokenOf(mug.id)}:1`);
      assert.equal(opened.status, 303, opened.text);
      assert.ok(String(opened.headers.location).startsWith(running.shop(slug).url));
      assert.match(String(opened.headers['set-cookie']), /; Path=\/buy; .*; Secure$/);
      const damaged = await open(`${pathname}/sku`);
      assert.equal(damaged.headers.location, `https://${host}/buy/problem/damaged`);
      assert.equal((await open('/buy/problem/damaged')).status, 200);
      assert.equal((await open('/buy?continue_to=/a')).headers.location, `${running.shop(slug).url}/a`);
      assert.equal((await open('/buyer')).status, 404);
    });
  }

  it('omits the permalink declaration over plain http, but opens permalinks all the same', async () => {
    for (const platform of PLATFORMS) {
      const at = `${plain.baseUrl}/ucp/demo-${platform}`;
      const profile = (await (await fetch(at + WELL_KNOWN)).json()) as { ucp: { capabilities: object } };
      assert.ok(!(PERMALINK in profile.ucp.capabilities));
      officialSchemas('2026-08-25').response(NAMES['2026-08-25'].profile)(profile);
      assert.equal((await fetch(`${at}/buy/sku`, { redirect: 'manual', headers: BROWSER })).status, 303);
    }
  });

  it('returns 404 on a host that no store owns', async () => {
    for (const host of ['no-such-store.stores.example', 'stores.example', 'evil.example'])
      assert.equal((await askHost(address, host, '/buy/sku:1', { headers: BROWSER })).status, 404, host);
  });
});
