import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import type { Merchant } from '../../../testing/merchant.ts';
import type { TestService } from '../../../testing/test-service.ts';
import {
  ask,
  newCode,
  openService,
  openSite,
  pairRequest,
  signUp,
  siteIsPaired,
  stateOf,
  setSiteFault,
  typeCode,
  wrongCode,
} from './at-pairing.ts';

const TEN_MINUTES = 10 * 60_000;
/** Where the simulated sites' own calls come from. */
const SITES = '127.0.0.1';

onEveryDatabase('guessing a pairing code', (database) => {
  let running: TestService;
  let merchant: Merchant;
  let site: RunningShop;
  let addresses = 0;
  before(async () => {
    running = await openService(database);
    merchant = await signUp(running);
    site = await openSite();
  });
  after(async () => {
    await running.close();
    await site.close();
  });

  const freshAddress = () => {
    addresses += 1;
    return `203.0.113.${addresses}`;
  };
  const guess = (code: string, address: string, changes: object = {}) =>
    ask(running, pairRequest(site, code, { consumer_key: `ck_${'0'.repeat(40)}`, ...changes }), address);
  const guessWrongly = async (times: number, address: string, changes: object = {}) => {
    for (let turn = 0; turn < times; turn += 1) await guess(wrongCode(), address, changes);
  };
  /** Ten minutes later nothing of before counts. */
  const later = () => running.advance(TEN_MINUTES + 1_000);

  it('tells nothing: wrong, used, expired and locked codes are refused in the same bytes', async () => {
    later();
    const [used, old] = [await newCode(merchant), await newCode(merchant)];
    assert.equal((await typeCode(site, running.baseUrl, used.code)).ok, true);
    const usedAnswer = await guess(used.code, freshAddress());
    later();
    const [locked, live] = [await newCode(merchant), await newCode(merchant)];
    const guesser = freshAddress();
    await guessWrongly(5, guesser);
    const answers = {
      used: usedAnswer,
      wrong: await guess(wrongCode(live.code, locked.code, old.code), freshAddress()),
      expired: await guess(old.code, freshAddress()),
      lockedNow: await guess(locked.code, guesser),
      lockedBefore: await guess(locked.code, freshAddress()),
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

  it('locks what was issued before five wrong tries of an address, and no code that is made afterwards [LIM-5]', async () => {
    later();
    const before = await newCode(merchant);
    await guessWrongly(5, SITES);
    assert.equal((await typeCode(site, running.baseUrl, before.code)).ok, false);
    assert.equal((await stateOf(merchant, before)).status, 'locked');
    const afterwards = await newCode(merchant);
    assert.equal((await typeCode(site, running.baseUrl, afterwards.code)).ok, true);
  });

  it('does not lock at four', async () => {
    later();
    const code = await newCode(merchant);
    await guessWrongly(4, SITES);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, true);
  });

  it('locks for a site with its keys, from whichever addresses it comes', async () => {
    later();
    const code = await newCode(merchant);
    const { consumerKey } = site.credentials;
    for (let turn = 0; turn < 5; turn += 1)
      await guess(wrongCode(code.code), freshAddress(), { consumer_key: consumerKey });
    assert.equal((await guess(code.code, freshAddress(), { consumer_key: consumerKey })).status, 401);
    assert.equal((await stateOf(merchant, code)).status, 'locked');
  });

  it('lets no stranger lock the codes of a site that they only name', async () => {
    later();
    const code = await newCode(merchant);
    const stranger = freshAddress();
    await guessWrongly(15, stranger);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, true);
  });

  it('counts guesses that come all at once', async () => {
    later();
    const code = await newCode(merchant);
    const guesser = freshAddress();
    await Promise.all(Array.from({ length: 12 }, () => guess(wrongCode(code.code), guesser)));
    assert.equal((await guess(code.code, guesser)).status, 401);
    assert.equal((await stateOf(merchant, code)).status, 'locked');
  });

  it('stops an address after twenty tries, and says when to come again', async () => {
    later();
    const guesser = freshAddress();
    await guessWrongly(20, guesser);
    const { status, headers, text } = await guess(wrongCode(), guesser);
    assert.deepEqual([status, JSON.parse(text).code], [429, 'too_many_requests']);
    assert.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 600);
    later();
    assert.equal((await guess(wrongCode(), guesser)).status, 401);
  });

  it('takes the addresses of one IPv6 network for one', async () => {
    later();
    const code = await newCode(merchant);
    for (let turn = 1; turn <= 5; turn += 1)
      await guess(wrongCode(code.code), `2001:db8:1:2:${turn}::${turn}`, {
        consumer_key: `ck_${String(turn).repeat(40)}`,
      });
    assert.equal((await guess(code.code, '2001:db8:1:2:ffff::1')).status, 401);
    assert.equal((await stateOf(merchant, code)).status, 'locked');
  });

  it('believes no address that the client itself wrote before the proxy’s', async () => {
    later();
    const guesser = freshAddress();
    for (let turn = 0; turn < 20; turn += 1) await guessWrongly(1, `192.0.2.${turn}, ${guesser}`);
    assert.equal((await guess(wrongCode(), `192.0.2.99, ${guesser}`)).status, 429);
  });

  it('stops everybody who has guessed wrongly once three hundred wrong tries have come, and nobody else', async () => {
    later();
    const code = await newCode(merchant);
    const guessers = Array.from({ length: 20 }, (_, index) => `198.51.100.${index}`);
    await Promise.all(guessers.map((address) => guessWrongly(15, address)));
    assert.equal((await guess(wrongCode(), guessers[0] ?? '')).status, 429);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, true);
  });

  it('locks a right code whose site could not be proved five times, and until then says what is in the way', async () => {
    later();
    const code = await newCode(merchant);
    await setSiteFault(site, 'rest_blocked');
    for (let left = 4; left >= 0; left -= 1) {
      const told = await typeCode(site, running.baseUrl, code.code);
      assert.match(told.remedy ?? '', /REST interface/);
      const { status, tries_left, refusal } = await stateOf(merchant, code);
      assert.deepEqual(
        [status, tries_left, refusal?.reason],
        [left === 0 ? 'locked' : 'refused', left, 'rest_blocked'],
      );
    }
    await setSiteFault(site, null);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, false);
  });

  it('lets the merchant mend what is in the way and press again with the same code', async () => {
    later();
    const code = await newCode(merchant);
    await setSiteFault(site, 'login_wall');
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, false);
    await setSiteFault(site, null);
    assert.equal((await typeCode(site, running.baseUrl, code.code)).ok, true);
    assert.equal((await siteIsPaired(site)).paired, true);
  });

  it('makes twenty codes in ten minutes for one account, no more', async () => {
    later();
    const hasty = await signUp(running);
    for (let turn = 0; turn < 20; turn += 1) await newCode(hasty);
    const answer = await hasty.post('/pairing-codes', {});
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get('retry-after'), '600');
  });
});
