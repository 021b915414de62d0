import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createHostsFileLookup,
  type LookUp,
  LookUpFailure,
  nameServers,
  searchDomains,
  toCandidates,
} from '../../../src/outbound/name-servers.ts';
import {
  createUntrustedNames,
  toRegistrableDomain,
  type UntrustedNameLimits,
} from '../../../src/outbound/untrusted-names.ts';
import { startDnsServer } from '../../../testing/dns-server.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

const folder = forSuite(temporaryFolder);

async function fileWith(text: string): Promise<string> {
  const path = folder.file(String(Math.random()));
  await writeFile(path, text);
  return path;
}

const IPV4 = (address: string) => ({ address, family: 4 });

describe('the hosts file', () => {
  it('knows every name of every line, and no comment', async () => {
    const lookUp = createHostsFileLookup(
      await fileWith('10.0.0.5 Shop shop.internal # other\n::1 ip6\n10.0.0.6\tshop\n#1.1.1.1 no'),
    );
    assert.deepEqual(lookUp('shop'), [IPV4('10.0.0.5'), IPV4('10.0.0.6')]);
    assert.deepEqual(lookUp('shop.internal'), [IPV4('10.0.0.5')]);
    assert.deepEqual(lookUp('ip6'), [{ address: '::1', family: 6 }]);
    for (const name of ['other', 'no', '10.0.0.6', 'toString']) assert.equal(lookUp(name), undefined, name);
  });

  it('knows localhost and the names below it even when it cannot be read', () => {
    const lookUp = createHostsFileLookup(folder.file('absent'));
    for (const name of ['localhost', 'shop.localhost'])
      assert.deepEqual(lookUp(name), [IPV4('127.0.0.1'), { address: '::1', family: 6 }]);
    assert.equal(lookUp('notlocalhost'), undefined);
  });
});

describe('search domains', () => {
  it('reads search domains from the last search line', async () => {
    const path = await fileWith(
      'domain old.example\nsearch a.svc.cluster.local svc.cluster.local.\noptions ndots:5\n',
    );
    assert.deepEqual(searchDomains(path), ['a.svc.cluster.local', 'svc.cluster.local']);
    assert.deepEqual(searchDomains(folder.file('absent')), []);
  });

  it('complete a short name first, and a longer one after it was asked for as it is', () => {
    const searched = ['a.local', 'b.local'];
    assert.deepEqual(toCandidates('shop', searched), ['shop.a.local', 'shop.b.local', 'shop']);
    assert.deepEqual(toCandidates('shop.ns', searched), ['shop.ns', 'shop.ns.a.local', 'shop.ns.b.local']);
    assert.deepEqual(toCandidates('shop.', searched), ['shop.']);
  });
});

describe('name servers', () => {
  let lookUp: LookUp;
  const dns = forSuite(() => startDnsServer());
  before(async () => {
    dns.addresses.set('shop.example', '203.0.113.7');
    dns.silent = (name) => name.endsWith('.silent.example');
    lookUp = nameServers([dns.address], { allowPrivate: false }).resolveAddresses;
  });
  beforeEach(() => {
    dns.failing = false;
    dns.questions.length = 0;
  });

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'found',
      (error: unknown) => (error instanceof LookUpFailure ? error.code : String(error)),
    );

  it('return all addresses of a name, and query each time', async () => {
    assert.deepEqual(await lookUp('shop.example'), [IPV4('203.0.113.7')]);
    dns.addresses.set('shop.example', '203.0.113.8');
    assert.deepEqual(await lookUp('Shop.example.'), [IPV4('203.0.113.8')]);
  });

  it('resolves names of this machine without asking name servers', async () => {
    assert.ok((await lookUp('LOCALHOST')).some(({ address }) => address === '127.0.0.1'));
    assert.deepEqual(dns.questions, []);
  });

  it('distinguish a name that does not exist from one that is not answered', async () => {
    assert.equal(await codeOf(lookUp('absent.example')), 'ENOTFOUND');
    assert.equal(await codeOf(lookUp(`${'x'.repeat(64)}.example`)), 'ENOTFOUND');
    dns.failing = true;
    assert.equal(await codeOf(lookUp('shop.example')), 'EAI_AGAIN');
    assert.deepEqual(await nameServers([dns.address], { allowPrivate: false }).resolveTexts('shop.example'), {
      unanswered: 'ESERVFAIL',
    });
  });

  it('gives up name servers that never answer', async () => {
    const names = nameServers([dns.address], { allowPrivate: false });
    assert.equal(await codeOf(names.resolveAddresses('a.silent.example')), 'EAI_AGAIN');
    assert.ok('unanswered' in (await names.resolveTexts('b.silent.example')));
  });

  it('stops asking name servers once the look-up is aborted', async () => {
    const stop = new AbortController();
    const waiting = lookUp('c.silent.example', stop.signal);
    while (dns.questions.length < 2) await delay(5);
    const reason = new Error('stopped');
    stop.abort(reason);
    await assert.rejects(waiting, (error) => error === reason);
    dns.questions.length = 0;
    // Longer than until the next try of one that goes on.
    await delay(2_500);
    assert.deepEqual(dns.questions, []);
    await assert.rejects(lookUp('shop.example', stop.signal), (error) => error === reason);
  });
});

describe('look-ups of names that strangers have made up', () => {
  const never: LookUp = () => new Promise(() => undefined);
  const strangersLookUp = (addresses: LookUp, bounds?: Partial<UntrustedNameLimits>) =>
    createUntrustedNames({ resolveAddresses: addresses, resolveTexts: async () => ({ texts: [] }) }, bounds)
      .resolveAddresses;
  const settled = async (works: Promise<unknown>[]) =>
    (await Promise.allSettled(works)).map((each) =>
      each.status === 'fulfilled' ? 'found' : (each.reason as LookUpFailure).code,
    );

  it('limits concurrent look-ups of strangers’ names in all and per domain, and queues the rest', async () => {
    const running = new Map<string, number>();
    let [max, maxOfOne] = [0, 0];
    const count = () => [...running.values()].reduce((sum, each) => sum + each, 0);
    const lookUp = strangersLookUp(
      async (name) => {
        const domain = toRegistrableDomain(name);
        running.set(domain, (running.get(domain) ?? 0) + 1);
        max = Math.max(max, count());
        maxOfOne = Math.max(maxOfOne, running.get(domain) ?? 0);
        await delay(5);
        running.set(domain, (running.get(domain) ?? 0) - 1);
        return [IPV4('203.0.113.7')];
      },
      { timeoutMs: 60_000 },
    );
    const domain = (number: number) => (number < 45 ? 'one' : `d${number}`);
    const names = Array.from({ length: 90 }, (_, number) => `h${number}.${domain(number)}.example`);
    assert.ok((await settled(names.map((name) => lookUp(name)))).every((each) => each === 'found'));
    assert.deepEqual([max, maxOfOne], [20, 4]);
  });

  it('refuses look-ups of a domain that does not answer for a while, and serves other domains', async () => {
    let count = 0;
    const lookUp = strangersLookUp(
      (name, signal) => {
        if (name.endsWith('.good.example')) return Promise.resolve([IPV4('203.0.113.7')]);
        count += 1;
        return never(name, signal);
      },
      { timeoutMs: 30, pauseMs: 600 },
    );
    const evil = Array.from({ length: 80 }, (_, number) => lookUp(`h${number}.evil.test`));
    assert.ok((await settled(evil)).every((code) => code === 'EAI_AGAIN'));
    assert.ok(count >= 3 && count <= 8, `${count} were asked for`);
    assert.deepEqual(await settled([lookUp('h.good.example')]), ['found']);
    const before = count;
    await settled([lookUp('again.evil.test')]);
    assert.equal(count, before);
    await delay(700);
    await settled([lookUp('later.evil.test')]);
    assert.equal(count, before + 1);
  });

  it('counts and refuses look-ups of texts as it does those of addresses', async () => {
    let count = 0;
    const { resolveTexts } = createUntrustedNames(
      {
        resolveAddresses: never,
        resolveTexts: async () => {
          count += 1;
          return { unanswered: 'ESERVFAIL' };
        },
      },
      { pauseMs: 60_000 },
    );
    const answers = [];
    for (let time = 0; time < 5; time += 1) answers.push(await resolveTexts('_ucp-host.evil.test'));
    const [failed, paused] = [{ unanswered: 'ESERVFAIL' }, { unanswered: 'EAI_AGAIN' }];
    assert.deepEqual(answers, [failed, failed, failed, paused, paused]);
    assert.equal(count, 3);
  });

  it('pause nothing when the names do not exist', async () => {
    const lookUp = strangersLookUp(async (name) => {
      if (name === 'found.shop.example') return [IPV4('203.0.113.7')];
      throw new LookUpFailure('ENOTFOUND', name);
    });
    const unknown = Array.from({ length: 20 }, (_, number) => lookUp(`h${number}.shop.example`));
    assert.ok((await settled(unknown)).every((code) => code === 'ENOTFOUND'));
    assert.deepEqual(await settled([lookUp('found.shop.example')]), ['found']);
  });

  it('leave the line when they are aborted', async () => {
    const lookUp = strangersLookUp(never, { timeoutMs: 60_000 });
    const stop = new AbortController();
    const reason = new Error('stopped');
    const waiting = Array.from({ length: 60 }, (_, number) => lookUp(`h.d${number}.example`, stop.signal));
    setImmediate(() => stop.abort(reason));
    for (const each of await Promise.allSettled(waiting))
      assert.equal(each.status === 'rejected' && each.reason, reason);
  });

  it('counts look-ups by the registrable domain', () => {
    assert.equal(toRegistrableDomain('a.b.evil.test'), 'evil.test');
    assert.equal(toRegistrableDomain('A.b.Evil.co.uk.'), 'evil.co.uk');
    assert.equal(toRegistrableDomain('a.t.co'), 't.co');
    assert.equal(toRegistrableDomain('shop'), 'shop');
  });
});
