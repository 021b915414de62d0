import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { guardedFetch } from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { largeAnswers } from '../../../src/store-platforms/transport/large-answers.ts';
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

describe('large answers of one shop', () => {
  it('are read up to a burst, then as much as comes back in each second', () => {
    let at = 0;
    const large = largeAnswers(() => at);
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
    const large = largeAnswers(() => 0);
    for (let count = 0; count < 1_000; count += 1) large.count(MIB);
    assert.equal(refusalOf(large.refuseWhenUsedUp), undefined);
  });

  it('end in a refusal that says when to come again, without a further call to the shop', async () => {
    await using server = await scriptedServer(() => ({ body: 'x'.repeat(9 * MIB) }));
    const send = createTransport({ fetch: guardedFetch({ allowPrivate: true }) });
    const ask = () =>
      send({ operation: 'Ask', method: 'GET', url: server.url, headers: {}, repeatable: true });
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
