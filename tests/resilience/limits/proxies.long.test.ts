import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../../src/commerce/errors.ts';
import { compileProxies } from '../../../src/http/limits/proxies.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { agentOf } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { startTestService } from '../../../testing/test-service.ts';

const trusted = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;

describe('the proxies that are trusted', () => {
  for (const [setting, read] of [
    ['', 0],
    ['off', 0],
    ['on', 1],
    ['true', 1],
    ['2', 2],
    ['10.0.0.0/8, 2001:DB8::1', ['10.0.0.0/8', '2001:db8::1']],
    ['loopback', ['loopback']],
  ] as const)
    it(`trusts ${JSON.stringify(read)} as proxies for TRUST_PROXY=${setting}`, () =>
      assert.deepEqual(trusted(setting), read));

  for (const wrong of ['11', '-1', 'nginx', '10.0.0.0/33', '10.0.0.1/8/8', '::1/129', '10.0.0.1,'])
    it(`cannot be ${wrong}`, () => assert.throws(() => trusted(wrong), ConfigError));

  it('matches trusted proxies by network in any notation of their addresses', () => {
    const isProxy = compileProxies(['10.0.0.0/8', 'loopback', '2001:db8::1']);
    for (const each of ['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', '::1', '2001:db8::1'])
      assert.ok(isProxy(each, 3), each);
    for (const each of ['11.1.2.3', '2001:db8::2', '::ffff:11.1.2.3', 'unknown', ''])
      assert.ok(!isProxy(each, 0), each);
  });
});

describe('the address of a client', () => {
  /** Finds the counted address of X-Forwarded-For: the first request of a fresh one has all but one left. */
  async function leftFor(proxies: string, forwarded: string[]): Promise<number[]> {
    const settings = { RATE_LIMIT: '1', TRUST_PROXY: proxies };
    await using running = await startTestService({ database: anyDatabase, settings });
    const left: number[] = [];
    for (const each of forwarded) {
      const agent = agentOf(running.baseUrl, 'demo-shopify', { 'x-forwarded-for': each });
      const { headers } = await agent.get('');
      left.push(Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
    }
    return left;
  }

  it('ignores forwarded headers without a proxy', async () => {
    assert.deepEqual(await leftFor('off', ['192.0.2.1', '192.0.2.2', '192.0.2.3']), [599, 598, 597]);
  });

  it('reads the client’s address that a single proxy reports', async () => {
    const chains = ['192.0.2.1, 198.51.100.1', '192.0.2.2, 198.51.100.1', '192.0.2.1, 198.51.100.2'];
    assert.deepEqual(await leftFor('true', chains), [599, 598, 599]);
  });

  it('reads the client’s address that the outer of two proxies reports', async () => {
    const chains = [
      '1.1.1.1, 192.0.2.1, 198.51.100.1',
      '2.2.2.2, 192.0.2.1, 198.51.100.2',
      '192.0.2.3, 192.0.2.1',
    ];
    assert.deepEqual(await leftFor('2', chains), [599, 598, 599]);
  });

  it('reads the last address outside the trusted proxies as the client’s', async () => {
    const chains = [
      '1.1.1.1, 192.0.2.1, 10.0.0.1',
      '2.2.2.2, 192.0.2.1, 10.0.0.1, 10.0.0.2',
      '10.0.0.3, 192.0.2.2',
    ];
    assert.deepEqual(await leftFor('loopback,10.0.0.0/8', chains), [599, 598, 599]);
  });

  it('reads the peer’s address as the client’s when it bypasses the proxies', async () => {
    assert.deepEqual(await leftFor('10.0.0.0/8', ['192.0.2.1', '192.0.2.2']), [599, 598]);
  });
});
