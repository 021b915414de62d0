import { compile, type FormatCallback } from 'html-to-text';

/** Far more than is kept; protects against a page builder's megabytes. */
const LONGEST_INPUT = 200_000;
const LONGEST_TEXT = 5_000;

/** Cells of a table would run into each other. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const NOT_PROSE =
  'img noscript iframe object embed template svg video audio select textarea button form .gallery'.split(' ');

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 100 },
  formatters: { cell },
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

/** Rendered HTML as plain text: tags gone, entities decoded once, at most 5,000 characters. */
export function plainText(html: string): string {
  const text = convert(html.slice(0, LONGEST_INPUT)).replace(/(?<![ \t])[ \t]+\n/g, '\n');
  return shorten(withoutControls(text.replace(/\n{3,}/g, '\n\n')).trim());
}

/**
 * A name or a message on one line. WordPress treats titles as HTML: a stored `&amp;` is shown as `&`, so entities are
 * decoded exactly once, and `&amp;amp;` stays readable as `&amp;`.
 */
export function plainLine(text: string): string {
  const decoded = /[<&]/.test(text) ? convert(text.slice(0, LONGEST_INPUT)) : text;
  return withoutControls(decoded).replace(/\s+/g, ' ').trim();
}

function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '').toWellFormed();
}

/** Never ends on half of a surrogate pair. */
function shorten(text: string): string {
  return text.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, '');
}
