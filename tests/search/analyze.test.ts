import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { analyze, foldIdentifier, type Token } from '../../search/language/analyze.ts';

const READ: [text: string, tokens: Token[]][] = [
  ['Café CRÈME', [{ words: ['cafe'] }, { words: ['creme'] }]],
  ['Straße Œuvre', [{ words: ['strasse'] }, { words: ['oeuvre'] }]],
  ['4TB', [{ words: ['4', 'tb'], whole: '4tb' }]],
  ['4 TB', [{ words: ['4', 'tb'], whole: '4tb' }]],
  ['4-tb', [{ words: ['4', 'tb'], whole: '4tb' }]],
  ['12-inch', [{ words: ['12', 'inch'], whole: '12in' }]],
  ['12"', [{ words: ['12', 'inch'], whole: '12in' }]],
  ['12″', [{ words: ['12', 'inch'], whole: '12in' }]],
  ['12 Zoll', [{ words: ['12', 'zoll'], whole: '12in' }]],
  ['12-inch-tablet', [{ words: ['12', 'inch'], whole: '12in' }, { words: ['tablet'] }]],
  ['4 in 1', [{ words: ['4'] }, { words: ['in'] }, { words: ['1'] }]],
  ['1,5 l', [{ words: ['1.5', 'l'], whole: '1.5l' }]],
  ['1.50 l', [{ words: ['1.5', 'l'], whole: '1.5l' }]],
  ['2.0 m', [{ words: ['2', 'm'], whole: '2m' }]],
  ['1.000 1,000', [{ words: ['1000'] }, { words: ['1000'] }]],
  ['LC51C', [{ words: ['lc', '51', 'c'], whole: 'lc51c' }]],
  ['TN-2110', [{ words: ['tn', '2110'], whole: 'tn2110' }]],
  ['USB-C', [{ words: ['usb', 'c'], whole: 'usbc' }]],
  ["women's l'huile", [{ words: ['women'] }, { words: ['huile'] }]],
  ['Core™2', [{ words: ['core'] }, { words: ['2'] }]],
  ['緑茶', [{ words: ['緑茶'], characters: ['緑', '茶'] }]],
  ['茶', [{ words: ['茶'] }]],
  ['กาแฟ', [{ words: ['กา', 'าแ', 'แฟ'], characters: ['ก', 'า', 'แ', 'ฟ'] }]],
  ['🎁 gift', [{ words: ['🎁'] }, { words: ['gift'] }]],
  ['… !', []],
];

describe('search text analysis', () => {
  for (const [text, tokens] of READ)
    it(`reads ${JSON.stringify(text)} as ${JSON.stringify(tokens)}`, () =>
      assert.deepEqual(analyze(text), tokens));

  it('reads any text, of any length, into words without spaces or capitals', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const { words, whole } of analyze(text))
          for (const word of [...words, whole ?? 'x']) {
            assert.ok(word.length > 0 && word.length <= 64);
            assert.doesNotMatch(word, /\s|[A-Z]/);
          }
      }),
    ));

  it('reads a word of a hundred thousand letters in linear time', () => {
    const [token] = analyze('a'.repeat(100_000));
    assert.equal(token?.words[0]?.length, 64);
  });

  it('compares identifiers without case, punctuation and leading zeros of a GTIN', () => {
    assert.equal(foldIdentifier('AB-12 c'), foldIdentifier('ab12C'));
    assert.equal(foldIdentifier('0012502615620'), foldIdentifier('12502615620'));
    assert.notEqual(foldIdentifier('007'), foldIdentifier('7'));
  });
});
