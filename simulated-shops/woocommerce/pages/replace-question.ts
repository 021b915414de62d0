import { html, type Markup } from '../../shop/page-layout.ts';

export interface ReplaceQuestion {
  /** Lines of the visitor's cart and of its replacement, for display. */
  yours: readonly string[];
  next: readonly string[];
  action: string;
  nonce: string;
}

/** As the connector asks: a page by itself. */
export function replaceQuestionPage({ yours, next, action, nonce }: ReplaceQuestion): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Replace your cart?</title></head>
<body>
<h1>Replace your cart?</h1>
<p>There are already goods in your cart:</p>
${list(yours)}
<p>If you go on, they are replaced by the order that your assistant has prepared:</p>
${list(next)}
<form method="post" action="${action}">
<input type="hidden" name="ucp_host_replace" value="${nonce}">
<button type="submit">Replace and go to checkout</button>
<a class="keep" href="/cart/">Keep my cart</a>
</form>
</body>
</html>
`.markup;
}

function list(lines: readonly string[]): Markup {
  return html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}
