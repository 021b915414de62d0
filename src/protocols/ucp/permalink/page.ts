import { hash } from 'node:crypto';
import { MAX_NAME_LENGTH } from '../../../commerce/product/product-limits.ts';
import type { Store } from '../../../commerce/store/store.ts';
import { escapeHtml } from '../../../commerce/text/escaped-html.ts';
import { toShopTitle } from '../../shop-title.ts';
import { getFrontPage } from './destination.ts';
import { PERMALINK_ERRORS, type PermalinkError, type PermalinkErrorName } from './permalink-errors.ts';

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.05rem/1.55 system-ui, sans-serif; color: light-dark(#1c2430, #e7ebf2); background: light-dark(#f6f7f9, #14181f); }
main { box-sizing: border-box; width: min(100%, 34rem); padding: 2rem 1.25rem; overflow-wrap: anywhere; }
.shop { margin: 0 0 .5rem; color: light-dark(#5a6576, #a3aec0); }
h1 { margin: 0 0 .75rem; font-size: 1.6rem; line-height: 1.25; }
p { margin: 0 0 1.5rem; }
a { display: inline-block; padding: .7rem 1.1rem; border-radius: .5rem; color: #fff; background: #1f56a8; text-decoration: none; font-weight: 600; }
a:focus-visible { outline: 3px solid light-dark(#1c2430, #e7ebf2); outline-offset: 2px; }`;

/** Blocks everything but the page's one style, named by its hash. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Headers of every answer: links are not cached or indexed, and shops do not learn them as a referrer. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

export const PAGE_HEADERS = {
  ...PRIVATE_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
};

export function renderErrorPage(name: PermalinkErrorName, store: Store | undefined): string {
  return page(PERMALINK_ERRORS[name], store);
}

/** Page for programs that preview a link. */
export function renderPreviewPage(store: Store): string {
  const text = 'Opens the shop’s checkout with the chosen items. Nothing is bought until you pay there.';
  return page({ title: 'To the checkout', text }, store);
}

function page({ title, text }: PermalinkError, store: Store | undefined): string {
  const name = store && toShopTitle(store, MAX_NAME_LENGTH);
  const shop = store && getFrontPage(store);
  const heading = name === undefined ? title : `${title} · ${name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta property="og:title" content="${escapeHtml(heading)}">
<meta property="og:description" content="${escapeHtml(text)}">
<title>${escapeHtml(heading)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${name === undefined ? '' : `<p class="shop">${escapeHtml(name)}</p>\n`}<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${shop ? `<a href="${escapeHtml(shop.href)}">To the shop</a>\n` : ''}</main>
</body>
</html>
`;
}
