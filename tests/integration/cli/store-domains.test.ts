import assert from 'node:assert/strict';
import { it } from 'node:test';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startCustomDomains } from '../merchants/own-domain.ts';

onEveryDatabase('an operator and a store’s domains', (database) => {
  const own = forSuite(() => startCustomDomains(database));

  const domains = (command = 'list', ...args: string[]) =>
    commandLine(own.running.databaseUrl, ['stores', 'domains', command, 'demo-shopify', ...args], '', {
      DNS_SERVERS: own.dns.address,
      BASE_URL: own.running.baseUrl,
    });

  it('claims one, proves it, and finds that it leads to the running service', async () => {
    assert.match((await domains()).out, /no custom domain/);
    const added = await domains('add', 'Agents.Example', '--json');
    assert.equal(added.code, 0, added.out);
    const { domain: claim } = JSON.parse(added.out);
    const claimed = (await domains('add', 'agents.example')).out;
    assert.match(claimed, new RegExp(claim.record.value));
    assert.match(claimed, /and a CNAME or A record of agents\.example to this service/);

    const early = await domains('verify', 'agents.example');
    assert.equal(early.code, 1);
    assert.match(early.out, /✗ The DNS record was not found/);
    own.setRecord(claim);
    own.point('agents.example');
    const looked = await domains('verify', 'agents.example');
    assert.equal(looked.code, 0, looked.out);
    assert.match(looked.out, /state +live/);

    assert.equal((await own.ask('agents.example')).status, 200);
    assert.match((await domains()).out, /agents\.example +live +2\d\d\d-/);
    const [listed] = JSON.parse((await domains('list', '--json')).out);
    assert.deepEqual([listed.domain, listed.state], ['agents.example', 'live']);
  });

  it('takes it away from the running service', async () => {
    assert.equal((await domains('remove', 'agents.example')).code, 0);
    assert.equal((await own.ask('agents.example')).status, 404);
    const again = await domains('remove', 'agents.example');
    assert.deepEqual([again.code, /no domain "agents\.example"/.test(again.out)], [1, true]);
  });
});
