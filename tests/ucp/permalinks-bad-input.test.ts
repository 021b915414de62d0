import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  BASE_ROOTS,
  decodeItemToken,
  readContinueTo,
  readItems,
  readQuery,
} from '../../src/protocols/ucp/permalink/read-link.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { startTestService } from '../../testing/test-service.ts';
import { officialSchema } from '../../testing/ucp-schemas.ts';
import { openLink, problemOf, tokenOf } from './permalink-visitor.ts';

const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const GID = 'gid://shopify/ProductVariant/70881412';

describe('an item’s token', () => {
  it('decodes the item token of the specification’s example', () => {
    assert.equal(decodeItemToken('~Z2lkOi8vc2hvcGlmeS9Qcm9kdWN0VmFyaWFudC83MDg4MTQxMg'), GID);
    assert.equal(decodeItemToken('sku_123'), 'sku_123');
  });

  it(`brings back every identifier without control characters, in the path’s alphabet (seed ${seed})`, () => {
    const ids = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
      .filter((id) => !/\p{Cc}/u.test(id) && id.isWellFormed());
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 9_999 }), (id, quantity) => {
        const token = `~${Buffer.from(id).toString('base64url')}`;
        assert.match(token, /^~[A-Za-z0-9_-]+$/);
        assert.equal(decodeItemToken(token), id);
        if (/^[A-Za-z0-9._-]+$/.test(id)) assert.equal(decodeItemToken(id), id);
        assert.deepEqual(readItems(`${token}:${quantity},x:1`), [
          { id, quantity },
          { id: 'x', quantity: 1 },
        ]);
      }),
      { seed, numRuns: 500 },
    );
  });

  it(`decodes only one encoded form of an item’s token (seed ${seed})`, () => {
    const encoded = fc.string({
      unit: fc.constantFrom(...'ABCDabcdwxyz0189-_'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(encoded, (text) => {
        const id = decodeItemToken(`~${text}`);
        if (id !== undefined) assert.equal(Buffer.from(id).toString('base64url'), text);
      }),
      { seed, numRuns: 2_000 },
    );
  });
});

/** Continuations with the value that is passed on; undefined for those that are ignored. */
const CONTINUATIONS: [raw: string, becomes: string | undefined][] = [
  ['/collections/spring', '/collections/spring'],
  ['%2Fcollections%2Fspring%3Fsort%3Dnew', '/collections/spring?sort=new'],
  ['/a/b/../c/./d', '/a/c/d'],
  ['/../../etc', '/etc'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/caf%25C3%25A9', '/caf%C3%A9'],
  ['/a#fragment', '/a'],
  ['/', '/'],
  ['', undefined],
  ['collections', undefined],
  ['//evil.example', undefined],
  ['%2F%2Fevil.example', undefined],
  ['/%2Fevil.example', undefined],
  ['/.//evil.example', undefined],
  ['/..//evil.example', undefined],
  ['/a/..//evil.example', undefined],
  ['/%5Cevil.example', undefined],
  ['\\evil.example', undefined],
  ['/%5C%5Cevil.example', undefined],
  ['https://evil.example/', undefined],
  ['https%3A%2F%2Fevil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['/javascript:alert(1)', undefined],
  ['/x?next=https://evil.example', undefined],
  ['/%09/evil.example', undefined],
  ['/a%0d%0aSet-Cookie:%20x=1', undefined],
  ['/a%250d%250aSet-Cookie=1', undefined],
  ['/%252f%252fevil.example', undefined],
  ['/%255cevil.example', undefined],
  ['/a%20b', undefined],
  ['/a%C2%A0b', undefined],
  ['/a%E2%80%A8b', undefined],
  ['/a%00', undefined],
  ['/%zz', undefined],
  ['/%C3%28', undefined],
  ['@evil.example', undefined],
  ['.evil.example', undefined],
];

describe('the continuation of a link', () => {
  for (const [raw, becomes] of CONTINUATIONS)
    it(`reads the continuation ${raw} as ${becomes ?? 'not followed'}`, () => {
      const read = readContinueTo(raw, 'https://merchant.example/buy');
      assert.equal(read && read.path + read.search, becomes);
    });

  it(`never leaves the endpoint’s origin, nor breaks a header (seed ${seed})`, () => {
    const pieces = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      '%',
      '%2f',
      '%5c',
      '%0d%0a',
      '%09',
      ' ',
      'evil.example',
      'https:',
      'a',
      'é',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const read = readContinueTo(parts.join(''), 'https://merchant.example/buy');
        if (!read) return;
        const address = read.path + read.search;
        assert.match(address, /^\/(?![/\\])[\x21-\x7e]*$/);
        assert.equal(new URL(address, 'https://merchant.example').origin, 'https://merchant.example');
      }),
      { seed, numRuns: 5_000 },
    );
  });
});

describe('a link’s query', () => {
  it('knows the published top-level fields of carts and checkouts', () => {
    const published = ['cart', 'checkout'].flatMap((name) =>
      Object.keys(officialSchema('2026-08-25', `schemas/shopping/${name}.json`).properties ?? {}),
    );
    assert.deepEqual([...BASE_ROOTS].sort(), [...new Set(published)].sort());
  });

  it('splits a link’s query whatever the spelling of its names, and never by its order', () => {
    const query = readQuery(
      '/buyer/email=a&%62uyer%2Ffirst_name=b&buyer=c&color=d&e~1f=g&continue_to=%2Fx&/continue_to=y&&=z',
      BASE_ROOTS,
    );
    assert.deepEqual(
      [...query.fields],
      [
        ['buyer/email', 'a'],
        ['buyer/first_name', 'b'],
        ['buyer', 'c'],
        ['continue_to', 'y'],
      ],
    );
    assert.deepEqual(query.others, [
      ['color', 'd'],
      ['e~1f', 'g'],
    ]);
    assert.equal(query.continueTo, '%2Fx');
  });
});

/** Links that nothing is made of, and the page that a person is led to. */
const BAD_LINKS: [says: string, link: string, problem: string][] = [
  ['no quantity', '/sku', 'damaged'],
  ['an empty quantity', '/sku:', 'damaged'],
  ['nothing', '/sku:0', 'damaged'],
  ['a leading zero', '/sku:01', 'damaged'],
  ['less than nothing', '/sku:-1', 'damaged'],
  ['a plus sign', '/sku:+1', 'damaged'],
  ['half a thing', '/sku:1.5', 'damaged'],
  ['an exponent', '/sku:1e3', 'damaged'],
  ['other digits', '/sku:%D9%A1', 'damaged'],
  ['too many', '/sku:10000', 'damaged'],
  ['far too many', `/sku:${'9'.repeat(400)}`, 'damaged'],
  ['two quantities', '/sku:1:1', 'damaged'],
  ['an empty item', '/sku:1,', 'damaged'],
  ['only a comma', '/,', 'damaged'],
  ['a slash at its end', '/sku:1/', 'damaged'],
  ['an identifier encoded by percent', '/gid%3A%2F%2Fshopify%2FProductVariant%2F1:1', 'damaged'],
  ['an identifier as it is', '/gid://shopify/ProductVariant/1:1', 'damaged'],
  ['a letter that is none of ASCII', '/%C3%A9:1', 'damaged'],
  ['a mark without its text', '/~:1', 'damaged'],
  ['padding', '/~c2t1Xw==:1', 'damaged'],
  ['base64’s other alphabet', '/~+/+/:1', 'damaged'],
  ['spare bits that are set', '/~c2t1MR:1', 'damaged'],
  ['a lone last character', '/~c2t1M:1', 'damaged'],
  ['what is no UTF-8', `/~${Buffer.from([0xc3, 0x28]).toString('base64url')}:1`, 'damaged'],
  ['a hidden line break', `/~${Buffer.from('a\r\nb').toString('base64url')}:1`, 'damaged'],
  ['a hidden NUL', `/~${Buffer.from('a\0').toString('base64url')}:1`, 'damaged'],
  ['a line break in its path', '/sku%0d%0a:1', 'damaged'],
  [
    'a hundred and one items',
    `/${Array.from({ length: 101 }, (_, index) => `s${index}:1`).join(',')}`,
    'damaged',
  ],
  ['a line break in a field', '/sku:1?buyer/first_name=A%0d%0aB', 'damaged'],
  ['a control character in any parameter', '/sku:1?color=%1b[2J', 'damaged'],
  ['a control character in a name', '/sku:1?co%00lor=x', 'damaged'],
  ['a query that cannot be decoded', '/sku:1?color=%zz', 'damaged'],
  ['a query that is no UTF-8', '/sku:1?color=%c3%28', 'damaged'],
  ['a field deeper than any', `/sku:1?${'a/'.repeat(9)}b=1`, 'damaged'],
  ['more parameters than anybody needs', `/sku:1?${'a=1&'.repeat(101)}`, 'damaged'],
  ['a bad quantity in a field', '?line_items/0/item/id=1&line_items/0/quantity=0', 'damaged'],
  ['one field twice', '/sku:1?buyer/email=a@b.example&buyer/email=c@d.example', 'ambiguous'],
  ['one field in two spellings', '/sku:1?buyer/email=a@b.example&/buyer/email=a@b.example', 'ambiguous'],
  ['one field in two encodings', '/sku:1?context/postal_code=1&context%2Fpostal_code=2', 'ambiguous'],
  ['a code twice at one place', '/sku:1?discounts/codes/0=A&discounts/codes/0=B', 'ambiguous'],
  ['a field twice that has no effect', '/sku:1?line_items/0/quantity=2&line_items/0/quantity=3', 'ambiguous'],
  ['two continuations', '/sku:1?continue_to=/a&continue_to=/a', 'ambiguous'],
  ['more than fits', `/sku:1?color=${'x'.repeat(8_300)}`, 'too-long'],
];

describe('a link that cannot be followed', () => {
  const at = () => ({ slug: 'demo-shopify', running });
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  const calls = () =>
    Object.values(running.shop('demo-shopify').control.calls()).reduce((sum, count) => sum + count, 0);

  for (const [says, link, problem] of BAD_LINKS)
    it(`leads to a page that says why, and asks the shop nothing, when it has ${says}`, async () => {
      running.shop('demo-shopify').control.resetCalls();
      assert.equal(problemOf(await openLink(at(), link)), problem);
      const asJson = await openLink(at(), link, { accept: 'application/json' });
      assert.equal(asJson.status, problem === 'too-long' ? 414 : 400);
      assert.equal(JSON.parse(asJson.text).ucp.status, 'error');
      assert.equal(calls(), 0);
    });

  it('refuses a link at once when its path is not decodable', async () => {
    for (const link of ['/%zz:1', '/%E2%8:1', '/%:1?continue_to=/']) {
      const page = await openLink(at(), link);
      assert.deepEqual([page.status, page.headers.get('content-type')], [400, 'text/html; charset=utf-8']);
      assert.match(page.text, /damaged/);
    }
  });

  it('says that no store is here, also to programs', async () => {
    for (const slug of ['nobody', 'NOBODY', 'x'.repeat(200), '%F0%9F%9B%92']) {
      const page = await openLink({ slug, running }, '/sku:1');
      assert.deepEqual(
        [page.status, page.headers.get('content-type')],
        [404, 'text/html; charset=utf-8'],
        slug,
      );
      assert.match(page.text, /No shop here/);
      assert.equal((await openLink({ slug, running }, '/sku:1', { accept: 'application/json' })).status, 404);
    }
  });

  it('falls back to the default destination where its preference is not safe', async () => {
    const front = `${running.shop('demo-shopify').url}/`;
    for (const [raw] of CONTINUATIONS.filter(([, becomes]) => becomes === undefined)) {
      const encoded = raw.replaceAll('#', '%23').replaceAll('\\', '%5C').replaceAll('&', '%26');
      const { status, location } = await openLink(at(), `?continue_to=${encoded}`);
      assert.deepEqual([status, location], [303, front], raw);
    }
  });

  it(`never causes an error of the service, whatever its text (FUZZ_SEED=${seed})`, async () => {
    const text = fc.string({ unit: fc.constantFrom(...'abz019:,~/%?&=+.-_ \\<>"\'é#;@'), maxLength: 40 });
    const parameterName = fc.constantFrom(
      'buyer/email',
      'discounts/codes/0',
      'line_items/0/item/id',
      'line_items/0/quantity',
      'continue_to',
      'context/postal_code',
      'attribution/utm_source',
      'utm_medium',
      '__proto__',
      'constructor/prototype',
    );
    const query = fc.array(
      fc
        .tuple(fc.oneof(parameterName, text), text)
        .map(
          ([name, value]) => `${encodeURI(name).replaceAll('#', '')}=${encodeURI(value).replaceAll('#', '')}`,
        ),
      { maxLength: 5 },
    );
    const items = fc.array(fc.tuple(fc.oneof(text.map(tokenOf), text), fc.oneof(fc.constant('1'), text)), {
      maxLength: 3,
    });
    const link = fc
      .tuple(items, query)
      .map(([pairs, parameters]) =>
        `/${pairs.map((pair) => pair.join(':')).join(',')}?${parameters.join('&')}`.replaceAll(
          /[^\x21-\x7e]/g,
          '',
        ),
      );
    await fc.assert(
      fc.asyncProperty(link, fc.boolean(), async (each, json) => {
        const answer = await openLink(at(), each, json ? { accept: 'application/json' } : {});
        assert.ok(
          [303, 400, 404, 409, 414].includes(answer.status),
          `${each}: ${answer.status} ${answer.text}`,
        );
        if (answer.status !== 303) return;
        assert.match(answer.location, /^http:\/\/127\.0\.0\.1:\d+\/[\x21-\x7e]*$/, each);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('refuses other methods than GET, HEAD and OPTIONS on a link', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(`${running.baseUrl}/ucp/demo-shopify/buy/sku:1`, { method });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'], method);
    }
  });
});
