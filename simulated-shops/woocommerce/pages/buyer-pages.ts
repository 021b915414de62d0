import { html, type Markup } from '../../shop/page-layout.ts';

/** Pages of the connector, each by itself. */

export interface ReplaceQuestion {
  /** Lines of the visitor's cart and of its replacement, for display. */
  yours: readonly string[];
  next: readonly string[];
  action: string;
  nonce: string;
}

export function replaceQuestionPage({ yours, next, action, nonce }: ReplaceQuestion): string {
  return pageOf(
    'Replace your cart?',
    html`<p>There are already goods in your cart:</p>
${list(yours)}
<p>If you go on, they are replaced by the order that your assistant has prepared:</p>
${list(next)}
<form method="post" action="${action}">
<input type="hidden" name="ucp_host_replace" value="${nonce}">
<button type="submit">Replace and go to checkout</button>
<a class="keep" href="/cart/">Keep my cart</a>
</form>`,
  );
}

export function deadLinkPage(title: string): string {
  return pageOf(
    title,
    html`<p>Nothing was ordered. Please ask your assistant for a new link.</p>
<a class="keep" href="/shop/">Go to the shop</a>`,
  );
}

/** Names goods that are no longer sold as ordered, beside those that are. */
export function missingGoodsPage(missing: readonly string[], rest: readonly string[]): string {
  const title =
    rest.length > 0 ? 'Not everything is available any more' : 'This order is not available any more';
  return pageOf(
    title,
    html`<p>The shop can no longer deliver these as ordered:</p>
${list(missing)}
${rest.length > 0 ? goOn(rest) : null}
<p>Or ask your assistant for other goods.</p><a class="keep" href="/shop/">Go to the shop</a>`,
  );
}

function goOn(rest: readonly string[]): Markup {
  return html`<p>This is what you can order now:</p>${list(rest)}
<a class="go" href="/checkout/">Go on with the rest</a>`;
}

function pageOf(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`.markup;
}

function list(lines: readonly string[]): Markup {
  return html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}
