import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { toNetwork } from '../../../src/commerce/network/network.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { merchantOf, PASSWORD, signUp } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

const MINUTE_MS = 60_000;

onEveryDatabase('the login throttle', (database) => {
  const running = forSuite(() =>
    startTestService({ database, platforms: [], settings: { TRUST_PROXY: 'on' } }),
  );

  const from = (address: string) => merchantOf(running, { 'x-forwarded-for': address });
  const attempt = (address: string, email: string, password = 'not the password') =>
    from(address).post<ErrorBody>('/sign-in', { email, password });

  const signUpFrom = (address: string, email: string, password: string) =>
    from(address).post<ErrorBody>('/sign-up', { name: 'Ann', email, password });

  /** Returns the cookie by which a browser is known from now on. */
  const deviceIn = ({ headers }: { headers: Headers }) =>
    headers
      .getSetCookie()
      .find((line) => line.includes('.device='))
      ?.split(';')[0] ?? '';
  const knownAttempt = (cookie: string, email: string, password: string) =>
    from('198.51.100.41').post<ErrorBody>('/sign-in', { email, password }, { cookie });

  it('answers an address without an account in the same words as a wrong password', async () => {
    const { account } = await signUp(running);
    const wrong = await attempt('192.0.2.1', account.email);
    const unknown = await attempt('192.0.2.1', 'nobody@shop.example');
    assert.deepEqual([wrong.status, wrong.body], [401, unknown.body]);
    assert.deepEqual(wrong.headers.getSetCookie(), []);
  });

  it('refuses sign-ins after five attempts, and accepts them again 15 minutes later', async () => {
    const { account } = await signUp(running);
    for (let time = 0; time < 5; time += 1)
      assert.equal((await attempt('192.0.2.2', account.email)).status, 401);
    const locked = await attempt('192.0.2.2', account.email.toUpperCase(), PASSWORD);
    assert.deepEqual([locked.status, locked.body.code], [429, 'too_many_requests']);
    const seconds = Number(locked.headers.get('retry-after'));
    assert.ok(seconds > 14 * 60 && seconds <= 15 * 60, String(seconds));
    running.advance(15 * MINUTE_MS);
    assert.equal((await attempt('192.0.2.2', account.email, PASSWORD)).status, 200);
  });

  it('lets five attempts of a network pass when many arrive at once, and a sign-in from another network', async () => {
    const { account } = await signUp(running);
    const answers = await Promise.all(Array.from({ length: 9 }, () => attempt('192.0.2.4', account.email)));
    assert.equal(answers.filter(({ status }) => status === 401).length, 5);
    assert.equal(answers.filter(({ status }) => status === 429).length, 4);
    assert.equal((await attempt('198.51.100.7', account.email, PASSWORD)).status, 200);
    for (let time = 0; time < 5; time += 1) await attempt('192.0.2.3', 'who@shop.example');
    assert.equal((await attempt('192.0.2.3', 'who@shop.example')).status, 429, 'an unknown address, too');
  });

  it('locks a network that tries many addresses', async () => {
    for (let number = 0; number < 50; number += 1)
      assert.equal((await attempt('192.0.2.6', `one${number}@shop.example`)).status, 401);
    assert.equal((await attempt('192.0.2.6', 'another@shop.example')).status, 429);
    assert.equal((await attempt('192.0.2.60', 'another@shop.example')).status, 401);
  });

  it('locks an address that is tried from many networks', async () => {
    const { account } = await signUp(running);
    const attempts = Array.from({ length: 30 }, (_, number) =>
      attempt(`203.0.113.${Math.floor(number / 5)}`, account.email),
    );
    for (const { status } of await Promise.all(attempts)) assert.equal(status, 401);
    assert.equal((await attempt('198.51.100.8', account.email)).status, 429);
    running.advance(61 * MINUTE_MS);
    assert.equal((await attempt('198.51.100.8', account.email, PASSWORD)).status, 200);
  });

  it('lets a merchant sign in from a known browser after failed attempts from many networks', async () => {
    const { account } = await signUp(running);
    const cookie = deviceIn(await attempt('192.0.2.40', account.email, PASSWORD));
    const signIn = (email: string, password: string, jar = cookie) => knownAttempt(jar, email, password);
    const attempts = Array.from({ length: 30 }, (_, number) =>
      attempt(`203.0.113.${100 + Math.floor(number / 5)}`, account.email),
    );
    for (const { status } of await Promise.all(attempts)) assert.equal(status, 401);
    assert.equal((await attempt('198.51.100.41', account.email, PASSWORD)).status, 429);
    assert.equal(
      (await signIn(account.email, PASSWORD, `${cookie}x`)).status,
      429,
      'a forged cookie is none',
    );
    assert.equal((await signIn(account.email, PASSWORD)).status, 200);

    // The device cookie grants no unlimited attempts: it has a counter of its own, and is bound to one address.
    for (let time = 0; time < 5; time += 1) assert.equal((await signIn(account.email, 'wrong')).status, 401);
    const locked = await signIn(account.email, PASSWORD);
    assert.deepEqual([locked.status, locked.body.code], [429, 'too_many_requests']);
    const { account: other } = await signUp(running);
    for (let time = 0; time < 5; time += 1) await signIn(other.email, 'wrong');
    assert.equal((await signIn(other.email, PASSWORD)).status, 429);
  });

  it('knows a browser by the id that it has had since its first sign-in', async () => {
    const { account } = await signUp(running);
    const first = deviceIn(await attempt('192.0.2.50', account.email, PASSWORD));
    const second = deviceIn(await knownAttempt(first, account.email, PASSWORD));
    assert.equal(second, first);
    for (let time = 0; time < 5; time += 1)
      assert.equal((await knownAttempt(first, account.email, 'wrong')).status, 401);
    assert.equal((await knownAttempt(second, account.email, PASSWORD)).status, 429);
  });

  it('takes twenty wrong passwords an hour of all browsers together in which the merchant has signed in', async () => {
    const { account } = await signUp(running);
    const hoarded: string[] = [];
    for (let time = 0; time < 10; time += 1)
      hoarded.push(deviceIn(await attempt('192.0.2.51', account.email, PASSWORD)));
    assert.equal(new Set(hoarded).size, 10);
    const tries = hoarded.flatMap((device) => [device, device, device]);
    const answers = await Promise.all(tries.map((device) => knownAttempt(device, account.email, 'wrong')));
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [...Array(20).fill(401), ...Array(10).fill(429)]);
  });

  it('knows no browser any more in which the merchant signed in with an earlier password', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    const hoarded = deviceIn(await attempt('192.0.2.52', email, PASSWORD));
    const change = { current_password: PASSWORD, new_password: 'another good password' };
    const changed = await merchant.post('/password', change);
    for (let time = 0; time < 5; time += 1) await attempt('198.51.100.41', email);
    assert.equal((await knownAttempt(hoarded, email, change.new_password)).status, 429);
    const own = await knownAttempt(deviceIn(changed), email, change.new_password);
    assert.equal(own.status, 200, 'the browser that changed it is known');
  });

  it('limits attempts at the current password within a session', async () => {
    const merchant = await signUp(running);
    const change = { current_password: 'not the password', new_password: 'another good password' };
    for (let time = 0; time < 5; time += 1)
      assert.equal((await merchant.post('/password', change)).status, 400);
    assert.equal((await merchant.post('/password', { ...change, current_password: PASSWORD })).status, 429);
  });

  it('counts a sign-up with a known address as an attempt, and refuses both after five', async () => {
    const { account } = await signUp(running);
    for (let time = 0; time < 3; time += 1)
      assert.equal((await signUpFrom('192.0.2.9', account.email, 'not the password')).status, 409);
    for (let time = 0; time < 2; time += 1)
      assert.equal((await attempt('192.0.2.9', account.email)).status, 401);
    for (const locked of [
      await attempt('192.0.2.9', account.email, PASSWORD),
      await signUpFrom('192.0.2.9', account.email, PASSWORD),
    ])
      assert.deepEqual([locked.status, locked.body.code], [429, 'too_many_requests']);
    assert.equal((await signUpFrom('198.51.100.9', account.email, PASSWORD)).status, 201);
  });

  it('reveals at most five known addresses an hour to a network that signs up', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => signUp(running)));
    for (const { account } of members) {
      const refused = bodyOf(409, await signUpFrom('192.0.2.10', account.email, 'not the password'));
      assert.doesNotMatch(refused.error, /there is|exists|taken/i);
    }
    const { account } = await signUp(running);
    for (const email of [account.email, 'unknown@shop.example'])
      assert.equal((await signUpFrom('192.0.2.10', email, 'not the password')).status, 429);
    running.advance(60 * MINUTE_MS);
    assert.equal((await signUpFrom('192.0.2.10', account.email, 'not the password')).status, 409);
  });

  it('computes as many password hashes for a known address as for a new one', async () => {
    const { account } = await signUp(running);
    const { passwordHashing } = running.service.context;
    const hash = mock.method(passwordHashing, 'hash');
    const verify = mock.method(passwordHashing, 'verify');
    const counts: number[][] = [];
    for (const email of [account.email, 'brand-new@shop.example']) {
      await signUpFrom('192.0.2.11', email, 'not the password');
      counts.push([hash.mock.callCount(), verify.mock.callCount()]);
    }
    mock.restoreAll();
    assert.deepEqual(counts, [
      [1, 1],
      [2, 2],
    ]);
  });

  it('limits how many accounts a network can create', async () => {
    const form = (number: number) => ({
      name: 'Ann',
      email: `many${number}@shop.example`,
      password: PASSWORD,
    });
    for (let number = 0; number < 20; number += 1)
      assert.equal((await from('192.0.2.8').post('/sign-up', form(number))).status, 201);
    const refused = await from('192.0.2.8').post<ErrorBody>('/sign-up', form(20));
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  });
});

describe('the network that an attempt comes from', () => {
  const places: [address: string, place: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ];
  for (const [address, place] of places)
    it(`${address} is ${place}`, () => assert.equal(toNetwork(address), place));
});
