import { compile } from 'html-to-text';
import { cutText } from '../../commerce/text/cut-text.ts';

/** Characters converted per text: four times the maximum output, and few enough to convert at once. */
const MAX_HTML = 20_000;
const MAX_TEXT = 5_000;
const MAX_LINE_HTML = 500;

const NOT_PROSE =
  'img noscript iframe object embed template svg video audio select textarea button form .gallery ul.products'.split(
    ' ',
  );

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 100 },
  formatters: {
    cell: (element, walk, builder) => {
      walk(element.children, builder);
      builder.addInline(' ');
    },
  },
  selectors: [
    ...NOT_PROSE.map((selector) => ({ selector, format: 'skip' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'tr', format: 'block' },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
  ],
});

/** Converts a shop's HTML to plain text: a name or message to one line, a description to paragraphs. */
export interface TextConverter {
  convertLine(html: string): string;
  convertText(html: string): string;
}

export const CONVERTED: TextConverter = createConverter(convert);

/** Decodes entities exactly once, as WordPress treats titles as HTML: `&amp;amp;` becomes `&amp;`. */
export const plainLine = CONVERTED.convertLine;

/** Linear-time converter for heavy markup: cuts out tags and decodes the most frequent entities. */
export const STRIPPED: TextConverter = createConverter(strip);

function createConverter(toText: (html: string) => string): TextConverter {
  return {
    convertLine(html) {
      const cut = cutHtml(html, MAX_LINE_HTML);
      return withoutControls(/[<&]/.test(cut) ? toText(cut) : cut)
        .replace(/\s+/g, ' ')
        .trim();
    },
    convertText(html) {
      const text = toText(cutHtml(html, MAX_HTML)).replace(/(?<![ \t])[ \t]+\n/g, '\n');
      return cutText(withoutControls(text.replace(/\n{3,}/g, '\n\n')).trim(), MAX_TEXT);
    },
  };
}

/** Cuts without splitting a tag or an entity. */
function cutHtml(html: string, max: number): string {
  if (html.length <= max) return html;
  const cut = html.slice(0, max);
  const opened = cut.lastIndexOf('<') > cut.lastIndexOf('>') ? cut.slice(0, cut.lastIndexOf('<')) : cut;
  return opened.replace(/&#?\w{0,31}$/, '').replace(/[\uD800-\uDBFF]$/, '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
};

function strip(html: string): string {
  return html
    .replace(/<(script|style)\b[^<]*/gi, '<$1')
    .replace(/<\/(?:p|div|li|tr|h[1-6])\b|<br\b/gi, '\n$&')
    .replace(/<\/?[a-z!][^<>]*>?/gi, '')
    .replace(/&(?:#(\d{1,7})|(\w{2,5}));/g, (whole, number: string | undefined, name: string | undefined) =>
      number === undefined ? (ENTITIES[name ?? ''] ?? whole) : toCharacter(Number(number)),
    );
}

function toCharacter(codePoint: number): string {
  return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
}

function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '').toWellFormed();
}
