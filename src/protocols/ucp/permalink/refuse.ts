import { hash } from 'node:crypto';
import { MAX_NAME_LENGTH } from '../../../commerce/product/product-limits.ts';
import type { Store } from '../../../commerce/store/store.ts';
import { escapeHtml } from '../../../commerce/text/escaped-html.ts';
import type { BrowserAnswer, RefusedAt, Visit } from '../../protocol.ts';
import type { Refused } from '../../protocol-error.ts';
import { toShopTitle } from '../../texts.ts';
import { createErrorMessage } from '../messages.ts';
import { getAddressesAt } from '../profile/links.ts';
import { CURRENT_VERSION } from '../profile/versions.ts';
import { getFrontPage } from './destination.ts';
import {
  LASTING_ERRORS,
  PERMALINK_ERRORS,
  type PermalinkError,
  type PermalinkErrorName,
  toPermalinkError,
} from './permalink-errors.ts';

/** Answers JSON or a page. A temporary error stays at the link, so that reloading retries it. */
export function refuse(refused: Refused, visit: Visit, at: RefusedAt | undefined): BrowserAnswer {
  const name = toPermalinkError(refused);
  const headers = { vary: 'accept' };
  const accept = String(visit.headers.accept ?? '');
  const weightOfJson = readWeight(accept, 'application/json');
  // An absent or wildcard Accept counts as a browser.
  if (weightOfJson > 0 && weightOfJson > readWeight(accept, 'text/html')) {
    const body = JSON.stringify(renderEnvelope(refused, at));
    const type = { 'content-type': 'application/json; charset=utf-8' };
    return { status: refused.status, headers: { ...PRIVATE_HEADERS, ...headers, ...type }, body };
  }
  if (at && LASTING_ERRORS.includes(name)) {
    const location = `${getAddressesAt(at, visit).permalink}/problem/${name}`;
    return { status: 303, headers: { ...PRIVATE_HEADERS, ...headers, location } };
  }
  const body = renderErrorPage(name, at?.store);
  return { status: refused.status, headers: { ...PAGE_HEADERS, ...headers }, body };
}

function renderEnvelope({ code, message, details, status }: Refused, at: RefusedAt | undefined): object {
  const severity = status === 400 ? 'recoverable' : 'unrecoverable';
  const sentences = code === 'invalid_input' ? details.map((each) => `${each.path} ${each.message}.`) : [];
  const texts = sentences.length > 0 ? sentences : [message];
  const front = at && getFrontPage(at.store);
  return {
    ucp: { version: CURRENT_VERSION, status: 'error', capabilities: {} },
    messages: texts.map((text) => createErrorMessage(code, text, severity)),
    continue_url: front?.href,
  };
}

function readWeight(accept: string, type: string): number {
  const [parameters] = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((each) => each.trim()))
    .filter(([name]) => name === type);
  if (!parameters) return 0;
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return Number.isFinite(weight) ? weight : 0;
}

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

export function renderPreviewPage(store: Store): string {
  const text = 'Opens the shop’s checkout with the chosen items. Nothing is bought until you pay there.';
  return page(['To the checkout', text], store);
}

function page([title, text]: PermalinkError, store: Store | undefined): string {
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
