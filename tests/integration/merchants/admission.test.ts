import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { joinAs, type Merchant, merchantOf, signUp, withToken } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

const MINUTE_MS = 60_000;
const STORE = 'demo-shopify';
/** A tenth of the defaults: 60 reads and 12 changes of an address, 60 requests and one file of an account, 4 files of an organization. */
const SETTINGS = { RATE_LIMIT: '0.1', TRUST_PROXY: '1' };

type Refused = { code: string; error: string };

const count = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const times = <Result>(number: number, work: (time: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: number }, (_, time) => work(time)));

onEveryDatabase('requests of merchants', (database) => {
  let minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 1_000;
  const now = () => minute;
  const running = forSuite(() => startTestService({ database, settings: SETTINGS, overrides: { now } }));
  const from = (address: string) => merchantOf(running, { 'x-forwarded-for': address });
  let owner: Merchant;
  before(async () => {
    owner = await signUp(running);
  });

  it('counts requests without a session by address, and refuses them with the time to wait', async () => {
    const signIn = (address: string, time: number) =>
      from(address).post<Refused>('/sign-in', {
        email: `${time}@shop.example`,
        password: 'a wrong password',
      });
    const answers = await times(15, (time) => signIn('192.0.2.1', time));
    assert.equal(count(answers, 401), 12);
    const refused =
      answers.find(({ status }) => status === 429) ?? assert.fail('the address has had its share');
    assert.equal(refused.body.code, 'too_many_requests');
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
    assert.match(refused.headers.get('ratelimit') ?? '', /^"agent-write";r=0;/);
    assert.equal((await signIn('192.0.2.2', 0)).status, 401, 'others are not refused');
    const pairing = (address: string) =>
      fetch(`${running.baseUrl}/api/connector/pair`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
        body: '{}',
      });
    assert.equal((await pairing('192.0.2.1')).status, 429, 'the plugin’s side is counted too');
    assert.equal((await pairing('192.0.2.2')).status, 400);
  });

  it('counts requests with an unknown session or token by address', async () => {
    const stranger = merchantOf(running, {
      'x-forwarded-for': '192.0.2.3',
      authorization: 'Bearer ucph_unknown',
    });
    const answers = await times(70, () => stranger.get('/stores'));
    assert.deepEqual([count(answers, 401), count(answers, 429)], [60, 10]);
  });

  it('counts requests with a session by account, whatever the address and the credential', async () => {
    minute += MINUTE_MS;
    const script = await withToken(running, owner);
    minute += MINUTE_MS;
    const answers = await times(70, (time) => (time % 2 === 0 ? owner : script).get<Refused>('/stores'));
    assert.deepEqual([count(answers, 200), count(answers, 429)], [60, 10]);
    const refused = await script.get<Refused>('/stores');
    assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_requests']);
    assert.match(refused.headers.get('ratelimit') ?? '', /^"account-request";r=0;/);
    const other = await signUp({ baseUrl: running.baseUrl });
    assert.equal((await other.get('/stores')).status, 200, 'another account is not refused');
    minute += MINUTE_MS;
    assert.equal((await script.get('/stores')).status, 200);
  });

  it('counts expensive requests by organization, over all its members', async () => {
    minute += MINUTE_MS;
    const members: Merchant[] = [];
    for (let member = 0; member < 5; member += 1) {
      const joined = await signUp({ baseUrl: running.baseUrl });
      await joinAs('analyst', owner, joined);
      members.push(joined);
      minute += MINUTE_MS;
    }
    const files = await times(5, (member) =>
      (members[member] ?? owner).get<Refused>(`/stores/${STORE}/requests?format=csv`),
    );
    assert.deepEqual([count(files, 200), count(files, 429)], [4, 1]);
  });

  it('counts the requests of an account over all processes together', async () => {
    minute += MINUTE_MS;
    const { databaseUrl } = running;
    await using other = await startTestService({
      database,
      settings: SETTINGS,
      overrides: { now },
      databaseUrl,
    });
    const { body } = await owner.post<{ token: string }>('/tokens', { name: 'a script' });
    const script = ({ baseUrl }: { baseUrl: string }) =>
      merchantOf({ baseUrl }, { authorization: `Bearer ${body.token}` });
    minute += MINUTE_MS;
    const ask = (time: number) => script(time % 2 === 0 ? running : other).get('/stores');
    let admitted = 0;
    for (let wave = 0; wave < 10; wave += 1) admitted += count(await times(10, ask), 200);
    // Each process shares its count after a tenth of 60 at the latest.
    assert.ok(admitted >= 60 && admitted <= 72, String(admitted));
  });
});

onEveryDatabase('bodies of requests without a session', (database) => {
  const running = forSuite(() => startTestService({ database }));
  const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const allHeaders = { 'content-type': 'application/json', ...headers };
    const response = await fetch(running.baseUrl + path, { method: 'POST', headers: allHeaders, body });
    return { status: response.status, body: (await response.json()) as Refused };
  };

  for (const path of ['/api/merchant/sign-in', '/api/merchant/sign-up', '/api/connector/pair']) {
    it(`limits bodies of requests without a session to 16 KiB, and refuses them in a few words: ${path}`, async () => {
      const large = await post(path, JSON.stringify({ email: 'a'.repeat(17_000) }));
      assert.deepEqual([large.status, large.body.code], [413, 'too_large']);
      assert.match(large.body.error, /16 KiB/);
      const members = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`m${index}`, 1]));
      const wrong = await post(path, JSON.stringify(members));
      assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid_input']);
      assert.ok(JSON.stringify(wrong.body).length < 2_000, 'not every member is named');
      assert.equal((await post(path, '['.repeat(16_000))).status, 400);
    });
  }

  it('refuses requests without a valid session before it reads their bodies', async () => {
    const large = 'a'.repeat(1_000_000);
    assert.equal((await post('/api/merchant/stores', large)).status, 401);
    const wrong = { authorization: 'Bearer ucph_unknown' };
    assert.equal((await post('/api/merchant/stores', large, wrong)).status, 401);
  });
});
