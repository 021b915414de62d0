import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { createGuardedFetch } from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { cutAnswer } from '../../../src/store-platforms/transport/cut-answer.ts';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import { scriptedServer } from './scripted-server.ts';

const list = (count: number, render: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => render(index)).join(',');

/** One object of many names, in answers of 5.6 MB, of 2 MB and in one that is small enough for no thread by its size. */
const WIDE = `[{${list(450_000, (index) => `"k${index}":0`)}}]`;
const MIDDLE_WIDE = `[{${list(150_000, (index) => `"k${index}":0`)}}]`;
const SMALL_WIDE = `[{${list(40_000, (index) => `"k${index}":0`)}}]`;
/** Many objects within the bound of each, of distinct names or of few names in distinct sequences. */
const MANY = {
  'distinct names': `[${list(100, (object) => `{${list(900, (index) => `"k${object}-${index}":0`)}}`)}]`,
  'distinct sequences of names': `[${list(60, (outer) => `[${list(1_000, (inner) => `{"k${inner}":0,"m${outer}":0}`)}]`)}]`,
};

function asking(url: string) {
  const send = createTransport({ fetch: createGuardedFetch({ allowPrivate: true }) });
  return () => send({ operation: 'Ask', method: 'GET', url, headers: {}, repeatable: true });
}

const toBlocks = (body: string) => [Buffer.from(body)];

describe('answers with very many names of members', () => {
  for (const [size, body] of Object.entries({ large: WIDE, small: SMALL_WIDE }))
    it(`drops the members beyond a thousand of an object in a ${size} answer before this thread parses it`, async () => {
      await using server = await scriptedServer(() => ({ body }));
      const { text } = await asking(server.url)();
      assert.ok(text.length < 20_000, `${text.length} characters are left`);
      assert.equal(Object.keys(JSON.parse(text)[0]).length, 1_000);
    });

  for (const [what, body] of Object.entries(MANY))
    it(`refuses objects of too many ${what} together`, () => {
      const cut = cutAnswer(toBlocks(body));
      assert.ok('flaw' in cut, 'the answer is read');
      assert.equal(cut.flaw, 'longer than that of any shop');
    });

  it('reads many objects of one shape, and of the few that real ones have', () => {
    const body = `[${list(5_000, (index) => `{"id":${index},"name":"x","extra${index % 100}":1}`)}]`;
    const cut = cutAnswer(toBlocks(body));
    assert.ok('text' in cut && cut.text === body);
  });

  it('cuts a text that ends as no JSON does', () => {
    const cut = cutAnswer(toBlocks(WIDE.slice(0, -1)));
    assert.equal('text' in cut && cut.text.length, 64 * 1024);
  });

  it('refuses an answer with the seconds to retry after when too many wait, and parses none in this thread', async () => {
    await using server = await scriptedServer(() => ({ body: MIDDLE_WIDE }));
    const parse = mock.method(JSON, 'parse');
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => asking(server.url)()));
    const maxLength = Math.max(0, ...parse.mock.calls.map(({ arguments: [each] }) => String(each).length));
    parse.mock.restore();
    assert.ok(maxLength < 20_000, `a text of ${maxLength} characters was parsed`);
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    assert.ok(refused.length > 0);
    for (const error of refused) {
      assert.ok(error instanceof CommerceError, String(error));
      assert.deepEqual([error.kind, error.retryAfterSeconds], ['platform_unavailable', 2]);
    }
  });
});
