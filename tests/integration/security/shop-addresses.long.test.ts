import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toWebAddress } from '../../../src/commerce/text/web-address.ts';
import { PLATFORMS } from '../../../testing/test-service.ts';
import { WIRES } from '../../recorded-wires/every-wire.ts';
import { playRewritten } from './rewritten-shop.ts';

const MARK = 'address-of-a-hostile-shop';
const SCHEMES = [
  'javascript:',
  'data:text/html,',
  'vbscript:',
  'file:///',
  'JavaScript:',
  'ftp://',
  '//',
  '',
];
const BEFORE = ['', ' ', '\t', '\n', '\u0000', '\u0001 ', '\u00a0', '\u200b'];
const WITHIN = SCHEMES.map((scheme) => `${scheme.slice(0, 4)}\n${scheme.slice(4)}`);
const HOSTILE = [...SCHEMES, ...WITHIN].flatMap((scheme) => BEFORE.map((before) => before + scheme + MARK));

describe('addresses of a shop', () => {
  it('refuses addresses of every other scheme, whatever stands before or within the scheme', () => {
    for (const text of HOSTILE) assert.equal(toWebAddress(text), null, JSON.stringify(text));
  });

  it('keeps addresses of http and https without the blanks and control characters that browsers ignore', () => {
    for (const text of ['https://shop.example/a?b=c#d', 'http://127.0.0.1:8080/'])
      assert.equal(toWebAddress(text), text);
    assert.equal(toWebAddress(' \u0001https://shop.exam\nple/ä b\n'), 'https://shop.example/%C3%A4%20b');
  });

  it('refuses addresses of more than 2,048 characters, escaped ones counted', () => {
    const start = 'https://shop.example/';
    assert.notEqual(toWebAddress(start.padEnd(2_048, 'a')), null);
    for (const text of [start.padEnd(2_049, 'a'), start.padEnd(1_500, 'ä')])
      assert.equal(toWebAddress(text), null);
  });
});

/** The conversations in which an address of a shop may be answered. */
const NAMES = ['contract-rest', 'ucp-rest-2026-08-25', 'shopping', 'order-events', 'merchant-api'];

describe('a shop with addresses that are not of the web', () => {
  for (const platform of PLATFORMS)
    for (const name of NAMES)
      it(`answers no such address in ${name} (${platform})`, async (t) => {
        let count = 0;
        const { tape } = await playRewritten(t, {
          wire: WIRES[name],
          platform,
          // The platforms themselves refuse a cart whose checkout has no web address.
          rewrite(text, member) {
            if (member === 'continueUrl' || !/^https?:\/\//.test(text)) return text;
            count += 1;
            return HOSTILE[count % HOSTILE.length] ?? text;
          },
        });
        assert.ok(count > 50, `the shop gave ${count} addresses`);
        assert.ok(!tape.includes(MARK), tape.slice(tape.indexOf(MARK) - 300).slice(0, 400));
      });
});
