import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONVERTED, plainLine, STRIPPED } from '../../../../src/store-platforms/woocommerce/plain-text.ts';

describe('HTML as plain text', () => {
  for (const [title, html, text] of [
    ['drops scripts and styles', '<p>a</p><script>alert(1)</script><style>.a{}</style>', 'a'],
    ['decodes entities once', 'Salt &amp; Pepper &#8220;fine&#8221; &amp;amp;', 'Salt & Pepper “fine” &amp;'],
    ['keeps the case of headings', '<h2>Care Guide</h2><p>Wash</p>', 'Care Guide\n\nWash'],
    ['keeps the cells of a table apart', '<table><tr><td>Size</td><td>M</td></tr></table>', 'Size M'],
    ['drops pictures and frames', 'a<img alt="x"><iframe src="y">z</iframe> b', 'a b'],
    ['keeps the words of links', '<a href="https://x.example">Care</a>', 'Care'],
    [
      'drops other products that a shortcode lists',
      'Goes well with:<div class="woocommerce columns-4 "><ul class="products columns-4"><li class="product type-product"><h2>Kettle</h2><span class="price">$99.00</span></li></ul></div><ul><li>Oiled</li></ul>',
      'Goes well with:\n\n- Oiled',
    ],
    ['drops control characters', 'a\u0000b\u0007c', 'abc'],
  ] as const)
    it(title, () => assert.equal(CONVERTED.convertText(html), text));

  it('keeps 5,000 characters and cuts no surrogate pair', () => {
    const text = CONVERTED.convertText(`<p>${'a'.repeat(4_999)}😀😀</p>`);
    assert.equal(text, 'a'.repeat(4_999));
    assert.ok(CONVERTED.convertText(`<p>${'😀'.repeat(4_000)}</p>`).isWellFormed());
  });

  it('cuts HTML between tags and entities, so that no half of one is shown', () => {
    for (const mark of ['<strong class="wide">', '&hellip;', '&#8230;', '😀'])
      for (let inside = 1; inside < mark.length; inside += 1) {
        const filled = `word${'<i></i>'.repeat(2_800)}`.padEnd(20_000 - inside);
        assert.equal(CONVERTED.convertText(`${filled}${mark}${'z'.repeat(9_000)}`), 'word');
      }
  });

  it('keeps the words and drops the tags where there is too much markup to convert', () => {
    const html =
      '<h2>Care</h2><p>Wash &amp; dry<br>warm &#8211; <b>never</b> hot</p><script>alert(1)</script>';
    assert.equal(STRIPPED.convertText(html), 'Care\nWash & dry\nwarm – never hot');
    assert.equal(STRIPPED.convertLine('Sizes 3 < 5 <b>&quot;wide&quot;</b> <i'), 'Sizes 3 < 5 "wide"');
  });

  it('survives a page builder’s depth and size', () =>
    assert.ok(CONVERTED.convertText('<div>'.repeat(50_000)).length <= 5_000));
});

describe('a title', () => {
  for (const [html, text] of [
    ['Café "Crème" Mug — 12oz & Lid', 'Café "Crème" Mug — 12oz & Lid'],
    ['Salt &amp; Pepper', 'Salt & Pepper'],
    ['All about &amp;amp;', 'All about &amp;'],
    ['Sizes 3 < 5', 'Sizes 3 < 5'],
    ['Ultra<sup>®</sup> Mug', 'Ultra® Mug'],
    [' Two\n lines ', 'Two lines'],
  ] as const)
    it(`stored as ${JSON.stringify(html)} reads ${text}`, () => assert.equal(plainLine(html), text));
});
