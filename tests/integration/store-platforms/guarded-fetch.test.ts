import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getSpecialUse } from '../../../src/outbound/guarded-fetch/addresses.ts';
import {
  AddressRefused,
  createGuardedFetch,
  type OutgoingPolicy,
} from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { startHttpServer } from '../../../testing/http-server.ts';
import { type Script, scriptedServer } from './scripted-server.ts';

async function listening(t: TestContext, script: Script = () => ({ body: 'well' })) {
  const server = await scriptedServer(script);
  t.after(() => server.close());
  return server;
}

/** Answers each question with the next addresses, then always with the last. */
function resolver(...answers: string[][]) {
  const lookups: string[] = [];
  const resolve: OutgoingPolicy['resolve'] = async (hostname) => {
    const addresses = answers[Math.min(lookups.length, answers.length - 1)] ?? [];
    lookups.push(hostname);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { lookups, resolve };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('it should have been refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof TypeError && error.cause instanceof AddressRefused, String(error));
  return error.cause.reason;
}

const ADDRESSES = {
  forbidden: [
    '0.0.0.0',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
    'fd00:a9fe:a9fe::1',
    '2001:db8::1',
    '::ffff:169.254.169.254',
    '::ffff:168.63.129.16',
    '64:ff9b::a83f:8110',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::7f00:1',
    '2002:a9fe:a9fe::1',
    'nonsense',
  ],
  loopback: [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '2002:7f00:1::',
    '::7f00:1',
  ],
  private: [
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd12::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ],
  public: ['1.1.1.1', '172.32.0.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1', '2002:101:101::'],
};

describe('addresses', () => {
  for (const [use, addresses] of Object.entries(ADDRESSES))
    for (const address of addresses)
      it(`classifies ${address} as ${use}`, () => assert.equal(getSpecialUse(address) ?? 'public', use));
});

describe('the fetch of addresses that others have named', () => {
  const strict = { allowPrivate: false };

  for (const url of [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.1.2.3/',
  ])
    it(`refuses ${url}`, async () =>
      assert.equal(await refusal(createGuardedFetch(strict)(url)), 'special_use'));

  it('refuses a name that leads into its own network, also when only one of its addresses does', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::ffff:192.168.0.1']]) {
      const ask = createGuardedFetch({ ...strict, ...resolver(addresses) });
      assert.equal(await refusal(ask('http://shop.example/')), 'special_use');
    }
  });

  it('connects to the address that was checked: a name that changes its mind reaches nothing', async (t) => {
    const server = await listening(t);
    const { lookups, resolve } = resolver(['127.0.0.1'], ['169.254.169.254']);
    const rebound = server.url.replace('127.0.0.1', 'shop.example');
    const first = await createGuardedFetch({ allowPrivate: true, resolve })(rebound);
    assert.equal(await first.text(), 'well');
    // One look-up for check and connection together: a second one would have led to the metadata.
    assert.deepEqual(lookups, ['shop.example']);
    assert.equal(await refusal(createGuardedFetch({ allowPrivate: true, resolve })(rebound)), 'special_use');
    assert.deepEqual(lookups, ['shop.example', 'shop.example']);
  });

  it('asks no other port than 80 and 443 of the public internet', async () => {
    const { resolve } = resolver(['93.184.216.34']);
    for (const allowPrivate of [true, false]) {
      const ask = createGuardedFetch({ allowPrivate, resolve });
      assert.equal(await refusal(ask('http://shop.example:6379/')), 'port');
      assert.equal(await refusal(ask('https://93.184.216.34:22/')), 'port');
    }
  });

  it('asks by http and https only', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://shop.example/', 'data:text/plain,x'])
      assert.equal(await refusal(createGuardedFetch({ allowPrivate: true })(url)), 'scheme');
  });

  it('never asks for a cloud’s metadata, even where private addresses are allowed', async () => {
    for (const address of ['169.254.169.254', '168.63.129.16', 'fd20:ce::254']) {
      const { resolve } = resolver([address]);
      const ask = createGuardedFetch({ allowPrivate: true, resolve });
      assert.equal(await refusal(ask('http://metadata.example/')), 'special_use', address);
    }
    const ask = createGuardedFetch({ allowPrivate: true });
    for (const url of ['http://0.0.0.0/', 'http://168.63.129.16/machine?comp=goalstate'])
      assert.equal(await refusal(ask(url)), 'special_use', url);
  });

  it('reaches this machine where that is allowed, and names itself in User-Agent', async (t) => {
    const server = await listening(t, () => ({
      status: 201,
      headers: { 'x-shop': 'a' },
      body: { well: true },
    }));
    const ask = createGuardedFetch({ allowPrivate: true });
    const answer = await ask(`${server.url}/path?query=1`, {
      method: 'POST',
      headers: { 'x-key': 'b' },
      body: '{"ü":1}',
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('x-shop'), 'a');
    assert.deepEqual(await answer.json(), { well: true });
    const [request] = server.requests;
    assert.partialDeepStrictEqual(request, { path: '/path?query=1', body: '{"ü":1}' });
    assert.equal(request?.headers['x-key'], 'b');
    assert.equal(request?.headers['content-length'], '8');
    assert.equal(request?.headers.host, server.host);
    assert.equal(request?.headers['user-agent'], 'ucp-host');
  });

  it('keeps connections and uses them again', async () => {
    const ports = new Set<number | undefined>();
    await using server = await startHttpServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('well');
    });
    const ask = createGuardedFetch({ allowPrivate: true });
    for (let count = 0; count < 10; count += 1) await (await ask(server.url)).text();
    assert.equal(ports.size, 1);
  });

  it('rejects with the signal’s reason when the signal is aborted', async (t) => {
    const server = await listening(t, () => 'never');
    const signal = AbortSignal.timeout(30);
    const waiting = createGuardedFetch({ allowPrivate: true })(server.url, { signal });
    await assert.rejects(waiting, (error) => error === signal.reason);
    await assert.rejects(
      createGuardedFetch({ allowPrivate: true })(server.url, { signal }),
      (error) => error === signal.reason,
    );
  });

  it('says why nothing came, as fetch does', async (t) => {
    const server = await listening(t, () => 'drop');
    const ask = createGuardedFetch({ allowPrivate: true });
    const codeOf = (error: unknown) => ((error as Error).cause as NodeJS.ErrnoException).code;
    await assert.rejects(ask(server.url), (error) => codeOf(error) === 'ECONNRESET');
    await server.close();
    await assert.rejects(ask(server.url), (error) => codeOf(error) === 'ECONNREFUSED');
    const unknown = createGuardedFetch({ allowPrivate: false, resolve: async () => [] });
    await assert.rejects(unknown('https://nowhere.example/'), (error) => codeOf(error) === 'ENOTFOUND');
  });
});
