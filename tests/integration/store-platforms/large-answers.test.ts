import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { createGuardedFetch } from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { createLargeAnswers } from '../../../src/store-platforms/transport/large-answers.ts';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import { scriptedServer } from './scripted-server.ts';

/** Answers after which the shop is refused, however slowly it sends them. */
const MAX_ANSWERS = 100;
const MIB = 1024 * 1024;

function refusalOf(work: () => void): CommerceError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CommerceError);
    return error;
  }
}

function asking(url: string) {
  const send = createTransport({ fetch: createGuardedFetch({ allowPrivate: true }) });
  return () => send({ operation: 'Ask', method: 'GET', url, headers: {}, repeatable: true });
}

async function answerTo(body: string): Promise<string> {
  await using server = await scriptedServer(() => ({ body }));
  return (await asking(server.url)()).text;
}

describe('large answers of one shop', () => {
  it('reads large answers up to a burst, then as many as the rate refills in each second', () => {
    let at = 0;
    const large = createLargeAnswers(() => at);
    const answersUntilRefused = () => {
      for (let answers = 0; ; answers += 1) {
        if (refusalOf(large.refuseWhenUsedUp)) return answers;
        large.count(5 * MIB);
      }
    };
    assert.equal(answersUntilRefused(), 5);
    assert.equal(refusalOf(large.refuseWhenUsedUp)?.retryAfterSeconds, 1);
    at += 1_000;
    assert.equal(answersUntilRefused(), 1);
    at += 60_000;
    assert.equal(answersUntilRefused(), 5);
  });

  it('cost nothing up to the usual size, however many there are', () => {
    const large = createLargeAnswers(() => 0);
    for (let count = 0; count < 1_000; count += 1) large.count(MIB);
    assert.equal(refusalOf(large.refuseWhenUsedUp), undefined);
  });

  it('lose what nothing reads of their texts and lists, and are otherwise whole', async () => {
    const rest = { price: '10.00', nested: [{ id: 9_007_199_254_740_991 }], name: 'Zaß 🌻' };
    const content = { text: 'ä'.repeat(MIB), list: Array.from({ length: 6_000 }, () => 1), ...rest };
    const { text, list, ...others } = JSON.parse(await answerTo(JSON.stringify(content)));
    assert.equal(text, 'ä'.repeat(20_001));
    assert.equal(list.length, 5_000);
    assert.deepEqual(others, rest);
  });

  it('reads a large answer that is not JSON as it came', async () => {
    const page = `<p>${'ö'.repeat(MIB)}</p>`;
    assert.equal(await answerTo(page), page);
  });

  for (const [flaw, body] of Object.entries({
    'longer than that of any shop': JSON.stringify(
      Array.from({ length: 60 }, () => Array.from({ length: 5_000 }, () => 1)),
    ),
    'more than 500000 objects and lists': '['.repeat(MIB),
    'nested too deeply': `${'['.repeat(20_000)}${' '.repeat(MIB)}${']'.repeat(20_000)}`,
  }))
    it(`refuses a large answer that is ${flaw}`, async () => {
      await assert.rejects(answerTo(body), { kind: 'platform_error', message: new RegExp(flaw) });
    });

  it('end in a refusal that says when to come again, without a further call to the shop', async () => {
    await using server = await scriptedServer(() => ({ body: 'x'.repeat(9 * MIB) }));
    const ask = asking(server.url);
    let answers = 0;
    const askUntilRefused = async () => {
      for (; answers < MAX_ANSWERS; answers += 1) assert.equal((await ask()).status, 200);
    };
    await assert.rejects(askUntilRefused(), (error) => {
      assert.ok(error instanceof CommerceError);
      assert.equal(error.kind, 'platform_unavailable');
      assert.ok((error.retryAfterSeconds ?? 0) >= 1);
      return true;
    });
    assert.ok(answers >= 3);
    assert.equal(server.requests.length, answers);
  });
});
