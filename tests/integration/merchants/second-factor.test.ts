import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toDeviceName } from '../../../src/accounts/device-name.ts';
import { computeCode } from '../../../src/accounts/totp.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/commerce/time/time.ts';
import type { ErrorBody } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type Merchant, merchantOf, PASSWORD, signUp, withToken } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { storedRows } from '../../../testing/stored.ts';
import { startTestService } from '../../../testing/test-service.ts';

const STEP_MS = 30_000;

onEveryDatabase('an authenticator app', (database) => {
  const running = forSuite(() => startTestService({ database, platforms: [] }));
  /** Returns the code that an app shows now; each call advances the clock, so that no code is shown twice. */
  function codeOf(secret: string): string {
    running.advance(STEP_MS);
    return computeCode(secret, Math.floor(running.now() / STEP_MS));
  }

  /** Returns the cookie by which a browser is known from now on. */
  const deviceIn = ({ headers }: { headers: Headers }) =>
    headers
      .getSetCookie()
      .find((line) => line.includes('.device='))
      ?.split(';')[0] ?? '';

  async function setUp(merchant: Merchant) {
    const begun = await merchant.post<{ secret: string; uri: string }>('/account/second-factor', {
      current_password: PASSWORD,
    });
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    const { secret, uri } = begun.body;
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.ok(uri.startsWith('otpauth://totp/') && uri.includes(`secret=${secret}`), uri);
    const confirmed = await merchant.post<{ recovery_codes: string[] }>('/account/second-factor/confirm', {
      code: codeOf(secret),
    });
    assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
    return { secret, recoveryCodes: confirmed.body.recovery_codes, device: deviceIn(confirmed) };
  }

  const signIn = (email: string, code?: string) =>
    merchantOf(running).post<ErrorBody & { account: object | null }>('/sign-in', {
      email,
      password: PASSWORD,
      ...(code === undefined ? {} : { code }),
    });

  it('asks for the second factor at sign-in once it is confirmed, and begins no session before', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    await merchant.post('/account/second-factor', { current_password: PASSWORD });
    assert.equal((await signIn(email)).body.account === null, false, 'not confirmed yet');
    const { secret } = await setUp(merchant);
    const answer = await signIn(email);
    assert.deepEqual([answer.status, answer.body], [200, { account: null }]);
    assert.deepEqual(answer.headers.getSetCookie(), []);
    assert.equal((await signIn(email, codeOf(secret))).status, 200);
    const again = await merchantOf(running).post('/sign-up', { name: 'Ann', email, password: PASSWORD });
    assert.equal(again.status, 409, 'a sign-up does not go around it');
    const { body } = await merchant.get('/account/sign-in-methods');
    assert.deepEqual(body.second_factor, { enabled: true, recovery_codes_left: 10 });
  });

  it('accepts each code once, also of attempts at the same time, and codes of clocks that differ a little', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    const { secret } = await setUp(merchant);
    const code = codeOf(secret);
    const answers = await Promise.all([signIn(email, code), signIn(email, code), signIn(email, code)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400]);
    const replayed = await signIn(email, code);
    assert.deepEqual(replayed.body.details, [{ path: 'code', message: 'is wrong or was used before' }]);
    running.advance(HOUR_MS);
    const ahead = computeCode(secret, Math.floor(running.now() / STEP_MS) + 1);
    assert.equal((await signIn(email, ahead)).status, 200);
    const late = computeCode(secret, Math.floor(running.now() / STEP_MS) - 2);
    assert.equal((await signIn(email, late)).status, 400);
  });

  it('accepts a recovery code instead of the second factor, each code once', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    const { secret, recoveryCodes } = await setUp(merchant);
    const [first = '', second = ''] = recoveryCodes;
    assert.equal(new Set(recoveryCodes).size, 10);
    const answers = await Promise.all([signIn(email, first), signIn(email, first)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal((await signIn(email, ` ${second.replace('-', '').toUpperCase()} `)).status, 200);
    const { body } = await merchant.get<{ second_factor: object }>('/account/sign-in-methods');
    assert.deepEqual(body.second_factor, { enabled: true, recovery_codes_left: 8 });
    const renewed = await merchant.post<{ recovery_codes: string[] }>(
      '/account/second-factor/recovery-codes',
      { code: codeOf(secret) },
    );
    assert.equal((await signIn(email, recoveryCodes[2])).status, 400);
    assert.equal((await signIn(email, renewed.body.recovery_codes[0])).status, 200);
  });

  it('refuses codes after five wrong ones, whatever the network, with the right password', async () => {
    const merchant = await signUp(running);
    const { secret } = await setUp(merchant);
    const attempt = (code: string) => signIn(merchant.account.email, code);
    for (let time = 0; time < 5; time += 1) assert.equal((await attempt('000000')).status, 400);
    assert.equal((await attempt(codeOf(secret))).status, 429);
    running.advance(DAY_MS);
    assert.equal((await attempt(codeOf(secret))).status, 200);
  });

  it('takes seventy codes a day of all browsers together in which the account has signed in', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    const { secret, recoveryCodes } = await setUp(merchant);
    const devices: string[] = [];
    for (const code of recoveryCodes.slice(0, 8)) devices.push(deviceIn(await signIn(email, code)));
    const attempt = (cookie: string, code: string) =>
      merchantOf(running, { cookie }).post('/sign-in', { email, password: PASSWORD, code });
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const device of devices)
        for (let time = 0; time < 5; time += 1) statuses.push((await attempt(device, '000000')).status);
      running.advance(15 * MINUTE_MS);
    }
    assert.equal(statuses.filter((status) => status === 400).length, 70);
    assert.equal((await attempt(devices[7] ?? '', codeOf(secret))).status, 429);
    assert.equal((await signIn(email, codeOf(secret))).status, 200, 'elsewhere there are thirty a day');
  });

  it('makes every browser unknown in which the account signed in without it, but the one that sets it up', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    const hoarded = await Promise.all([1, 2, 3].map(async () => deviceIn(await signIn(email))));
    const { secret, device } = await setUp(merchant);
    const attempt = (cookie: string, code: string) =>
      merchantOf(running, { cookie }).post('/sign-in', { email, password: PASSWORD, code });
    const tries = [...hoarded, ...hoarded, ...hoarded].map((cookie) => attempt(cookie, '000000'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429, 429, 429]);
    assert.equal((await signIn(email, codeOf(secret))).status, 429);
    assert.equal((await attempt(device, codeOf(secret))).status, 200, 'its own browser is known');
  });

  it('requires the password to set the second factor up and a code to turn it off, never a token', async () => {
    const merchant = await signUp(running);
    for (const [input, error] of [
      [{}, 'current_password is required.'],
      [{ current_password: 'no' }, 'current_password is wrong.'],
    ] as const) {
      const refused = await merchant.post<ErrorBody>('/account/second-factor', input);
      assert.deepEqual([refused.status, refused.body.error], [400, error]);
    }
    const { secret } = await setUp(merchant);
    const script = await withToken(running, merchant);
    for (const path of ['', '/confirm', '/recovery-codes', '/turn-off'])
      assert.equal((await script.post(`/account/second-factor${path}`, { code: '123456' })).status, 403);
    assert.equal((await merchant.post('/account/second-factor', { current_password: PASSWORD })).status, 409);
    assert.equal((await merchant.post('/account/second-factor/turn-off', { code: '000000' })).status, 400);
    const off = await merchant.post('/account/second-factor/turn-off', { code: codeOf(secret) });
    assert.equal(off.status, 200);
    assert.equal((await signIn(merchant.account.email)).status, 200);
  });

  it('removes the second factor by an operator’s command, and stores it nowhere in the clear', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    const { secret, recoveryCodes } = await setUp(merchant);
    const rows = JSON.stringify(await storedRows(running.databaseUrl));
    for (const text of [secret, ...recoveryCodes]) assert.ok(!rows.includes(text));
    const { out, code } = await commandLine(running.databaseUrl, ['users', 'reset-second-factor', email]);
    assert.deepEqual([code, out.includes(email)], [0, true]);
    assert.notEqual((await signIn(email)).body.account, null);
    assert.equal((await commandLine(running.databaseUrl, ['users', 'reset-second-factor', email])).code, 1);
  });
});

onEveryDatabase('sessions of an account', (database) => {
  const running = forSuite(() => startTestService({ database, platforms: [] }));
  interface Listed {
    items: { id: string; device: string; last_used_at: string | null; current: boolean }[];
  }
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('lists sessions with their device and last use, and ends them one by one or all others at once', async () => {
    const merchant = await signUp(running);
    const form = { email: merchant.account.email, password: PASSWORD };
    const others = await Promise.all(
      [FIREFOX, 'curl/8'].map(async (agent) => {
        const other = merchantOf(running, { 'user-agent': agent });
        assert.equal((await other.post('/sign-in', form)).status, 200);
        return other;
      }),
    );
    const list = async () => (await merchant.get<Listed>('/account/sessions')).body.items;
    await others[0]?.get('/me');
    const listed = await list();
    assert.equal(listed.length, 3);
    const left = pluck(
      listed.filter(({ current }) => current),
      'device',
    );
    assert.deepEqual(left, ['']);
    const firefox = listed.find(({ device }) => device === 'Firefox on Windows');
    assert.ok(firefox?.last_used_at, 'its use was recorded');
    assert.equal((await merchant.delete(`/account/sessions/${firefox.id}`)).status, 200);
    assert.deepEqual(
      [(await others[0]?.get('/me'))?.status, (await others[1]?.get('/me'))?.status],
      [401, 200],
    );
    const stranger = await signUp(running);
    for (const id of [firefox.id, listed[1]?.id, 'nothing'])
      assert.equal((await stranger.delete(`/account/sessions/${id}`)).status, 404);
    assert.deepEqual((await merchant.post('/account/sessions/end-others')).body, { ended: 1 });
    assert.equal((await others[1]?.get('/me'))?.status, 401);
    assert.deepEqual(pluck(await list(), 'current'), [true]);
    assert.equal((await stranger.get('/me')).status, 200);
  });
});

it('the codes of an authenticator app are those of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const vectors: [seconds: number, code: string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ];
  for (const [seconds, code] of vectors) assert.equal(computeCode(secret, Math.floor(seconds / 30)), code);
});

it('the name of a device is that of its browser and system', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
  const names: [userAgent: string, name: string][] = [
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${chrome} Edg/141.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, 'Chrome on Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605', 'Safari on macOS'],
    ['curl/8.5.0', ''],
  ];
  for (const [userAgent, name] of names) assert.equal(toDeviceName(userAgent), name);
});
