import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import {
  ask,
  newCode,
  openService,
  openSite,
  pairRequest,
  setSiteFault,
  signUp,
  siteIsPaired,
  stateOf,
  typeCode,
  wrongCode,
} from './at-pairing.ts';

const TEN_MINUTES = 10 * 60_000;
/** Client address of the simulated sites' calls. */
const SITES = '127.0.0.1';

onEveryDatabase('pairing throttle', (database) => {
  let addresses = 0;
  const running = forSuite(() => openService(database));
  const merchant = forSuite(() => signUp(running));
  const site = forSuite(() => openSite());

  const freshAddress = () => {
    addresses += 1;
    return `203.0.113.${addresses}`;
  };
  const attempt = (code: string, address: string, changes: object = {}) =>
    ask(running, pairRequest(site, code, { consumer_key: `ck_${'0'.repeat(40)}`, ...changes }), address);
  const attemptWrongly = async (times: number, address: string, changes: object = {}) => {
    for (let turn = 0; turn < times; turn += 1) await attempt(wrongCode(), address, changes);
  };
  /** Advances past the throttle window, so that earlier attempts no longer count. */
  const later = () => running.advance(TEN_MINUTES + 1_000);

  it('issues at most 20 codes of an account in ten minutes, also at once', async () => {
    const busy = await signUp(running);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => busy.post<{ code: string }>('/pairing-codes')),
    );
    const issued = answers.filter(({ status }) => status === 201);
    assert.equal(issued.length, 20);
    assert.equal(answers.filter(({ body }) => body.code === 'too_many_requests').length, 40);
  });

  it('returns the same bytes for wrong, used, expired and locked codes', async () => {
    later();
    const [used, old] = [await newCode(merchant), await newCode(merchant)];
    assert.equal((await typeCode(site, running.baseUrl, used.code)).ok, true);
    const usedAnswer = await attempt(used.code, freshAddress());
    later();
    const [locked, live] = [await newCode(merchant), await newCode(merchant)];
    const attacker = freshAddress();
    await attemptWrongly(5, attacker);
    const answers = {
      used: usedAnswer,
      wrong: await attempt(wrongCode(live.code, locked.code, old.code), freshAddress()),
      expired: await attempt(old.code, freshAddress()),
      lockedNow: await attempt(locked.code, attacker),
      lockedBefore: await attempt(locked.code, freshAddress()),
    };
    for (const [name, answer] of Object.entries(answers)) {
      assert.equal(answer.status, 401, name);
      assert.deepEqual(answer, answers.wrong, name);
    }
    assert.equal((await stateOf(merchant, old)).status, 'expired');
    const { status, refusal } = await stateOf(merchant, locked);
    assert.deepEqual([status, refusal?.message], ['locked', 'Locked after five wrong attempts.']);
    assert.equal((await stateOf(merchant, live)).status, 'waiting');
  });

  it('locks codes issued before five wrong attempts of an address, and no code issued afterwards [LIM-5]', async () => {
    later();
    const before = await newCode(merchant);
    await attemptWrongly(5, SITES);
    assert.equal((await typeCode(site, running.baseUrl, before.code)).ok, false);
    assert.equal((await stateOf(merchant, before)).status, 'locked');
    const afterwards = await newCode(merchant);
    assert.equal((await typeCode(site, running.baseUrl, afterwards.code)).ok, true);
  });

  it('accepts a pairing code after four wrong attempts', async () => {
    later();
    const code = await newCode(merchant);
    await attemptWrongly(4, SITES);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, true);
  });

  it('counts the attempts of one consumer key from all addresses together', async () => {
    later();
    const code = await newCode(merchant);
    const { consumerKey } = site.credentials;
    for (let turn = 0; turn < 5; turn += 1)
      await attempt(wrongCode(code.code), freshAddress(), { consumer_key: consumerKey });
    assert.equal((await attempt(code.code, freshAddress(), { consumer_key: consumerKey })).status, 401);
    assert.equal((await stateOf(merchant, code)).status, 'locked');
  });

  it('accepts the codes of a site when another address sends wrong codes under its URL', async () => {
    later();
    const code = await newCode(merchant);
    const stranger = freshAddress();
    await attemptWrongly(15, stranger);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, true);
  });

  it('counts concurrent attempts', async () => {
    later();
    const code = await newCode(merchant);
    const attacker = freshAddress();
    await Promise.all(Array.from({ length: 12 }, () => attempt(wrongCode(code.code), attacker)));
    assert.equal((await attempt(code.code, attacker)).status, 401);
    assert.equal((await stateOf(merchant, code)).status, 'locked');
  });

  it('returns 429 with Retry-After to an address after twenty attempts', async () => {
    later();
    const attacker = freshAddress();
    await attemptWrongly(20, attacker);
    const { status, headers, text } = await attempt(wrongCode(), attacker);
    assert.deepEqual([status, JSON.parse(text).code], [429, 'too_many_requests']);
    assert.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 600);
    later();
    assert.equal((await attempt(wrongCode(), attacker)).status, 401);
  });

  it('counts the addresses of one IPv6 /64 network as one', async () => {
    later();
    const code = await newCode(merchant);
    for (let turn = 1; turn <= 5; turn += 1)
      await attempt(wrongCode(code.code), `2001:db8:1:2:${turn}::${turn}`, {
        consumer_key: `ck_${String(turn).repeat(40)}`,
      });
    assert.equal((await attempt(code.code, '2001:db8:1:2:ffff::1')).status, 401);
    assert.equal((await stateOf(merchant, code)).status, 'locked');
  });

  it('ignores forwarded addresses that the client itself sent', async () => {
    later();
    const attacker = freshAddress();
    for (let turn = 0; turn < 20; turn += 1) await attemptWrongly(1, `192.0.2.${turn}, ${attacker}`);
    assert.equal((await attempt(wrongCode(), `192.0.2.99, ${attacker}`)).status, 429);
  });

  it('refuses only addresses with wrong attempts after three hundred wrong attempts in total', async () => {
    later();
    const code = await newCode(merchant);
    const attackers = Array.from({ length: 20 }, (_, index) => `198.51.100.${index}`);
    await Promise.all(attackers.map((address) => attemptWrongly(15, address)));
    assert.equal((await attempt(wrongCode(), attackers[0] ?? '')).status, 429);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, true);
  });

  it('locks a valid code after five failed proofs of its site and returns the refusal each time', async () => {
    later();
    const code = await newCode(merchant);
    setSiteFault(site, 'rest_blocked');
    for (let left = 4; left >= 0; left -= 1) {
      assert.match((await typeCode(site, running.baseUrl, code.code)).remedy ?? '', /REST interface/);
      const { status, tries_left, refusal } = await stateOf(merchant, code);
      assert.deepEqual(
        [status, tries_left, refusal?.reason],
        [left === 0 ? 'locked' : 'refused', left, 'rest_blocked'],
      );
    }
    setSiteFault(site, null);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, false);
  });

  it('accepts the same code again after the merchant has fixed the site', async () => {
    later();
    const code = await newCode(merchant);
    setSiteFault(site, 'login_wall');
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, false);
    setSiteFault(site, null);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, true);
    assert.equal((await siteIsPaired(site)).paired, true);
  });

  it('issues at most twenty codes in ten minutes to one account', async () => {
    later();
    const hasty = await signUp(running);
    for (let turn = 0; turn < 20; turn += 1) await newCode(hasty);
    const answer = await hasty.post('/pairing-codes', {});
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get('retry-after'), '600');
  });
});
