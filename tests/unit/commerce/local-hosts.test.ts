import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import { isLoopback, isThisMachine, toScheme } from '../../../src/commerce/network/local-hosts.ts';
import { getSpecialUse, isLocalAddress } from '../../../src/outbound/guarded-fetch/addresses.ts';

/** Hosts as people write them in a URL, by the narrowest meaning that they have. */
const HOSTS = {
  'this machine': [
    'localhost',
    'LocalHost',
    'localhost.',
    '127.0.0.1',
    '127.9.9.9',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ],
  loopback: ['shop.localhost', 'a.shop.localhost.'],
  local: [
    '0.0.0.0',
    '0',
    '[::]',
    '10.0.0.9',
    '172.16.0.1',
    '192.168.1.4',
    '100.64.1.1',
    '169.254.169.254',
    '[::ffff:10.0.0.9]',
    '[::7f00:1]',
    '[fd12::1]',
    '[fe80::1]',
    'nas.local',
    'db.internal',
    'mail.lan',
    'router.home.arpa',
  ],
  public: [
    'ucp.example.com',
    '8.8.8.8',
    '172.32.0.1',
    '[2001:4860:4860::8888]',
    'localhost.example.com',
    'notlocalhost',
    '127.example.com',
    '127.0.0.1.example.com',
    'lan.example',
  ],
} as const;

function meaningOf(hostname: string): keyof typeof HOSTS {
  if (isThisMachine(hostname)) return 'this machine';
  if (isLoopback(hostname)) return 'loopback';
  return isLocalAddress(hostname) ? 'local' : 'public';
}

describe('a host', () => {
  for (const [meaning, hosts] of Object.entries(HOSTS))
    for (const host of hosts)
      it(`classifies a host as ${meaning}: ${host}`, () =>
        assert.equal(meaningOf(new URL(`http://${host}/`).hostname), meaning));

  it('treats a host of this machine as loopback for the guard of outgoing requests, and as local', () => {
    for (const host of HOSTS['this machine']) {
      const { hostname } = new URL(`http://${host}/`);
      const address = hostname.replace(/^\[|\]$/g, '');
      if (isIP(address) !== 0) assert.equal(getSpecialUse(address), 'loopback', host);
      assert.ok(isLocalAddress(hostname), host);
    }
  });

  it('parses no URL whose host has a zone', () => assert.ok(!URL.canParse('http://[fe80::1%25eth0]/')));

  it('chooses plain http for hosts on this machine only, and TLS for hosts below localhost', () => {
    for (const host of ['localhost', 'localhost:8787', '127.0.0.1:4100', '[::1]:80'])
      assert.equal(toScheme(host), 'http', host);
    for (const host of ['shop.localhost:8443', 'shop.example', '10.0.0.1:80', 'localhost.example'])
      assert.equal(toScheme(host), 'https', host);
  });
});
