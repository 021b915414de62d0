/** Escaped markup, made by `html` only. */
export interface Markup {
  readonly markup: string;
}

type Piece = Markup | string | number | null | readonly Markup[];

/** Template that escapes every value except markup; null renders nothing. */
export function html(texts: TemplateStringsArray, ...values: Piece[]): Markup {
  const pieces = texts.map(
    (text, index) => text + (index < values.length ? render(values[index] ?? null) : ''),
  );
  return { markup: pieces.join('') };
}

function render(value: Piece): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if ('markup' in value) return value.markup;
  return value.map((each) => each.markup).join('');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Renders a merchant's HTML unescaped, as a theme does. Only for the sandbox's own products. */
export function merchantHtml(markup: string): Markup {
  return { markup };
}

/** Renders a page without external resources. */
export function page(options: { title: string; shopName: string; body: Markup }): string {
  const { title, shopName, body } = options;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${shopName}</title>
<style>${STYLE}</style>
</head>
<body>
<header><a href="/">${shopName}</a><span class="note">Simulated shop. Nothing is charged or sent.</span></header>
<main>
${body}
</main>
</body>
</html>
`.markup;
}

const STYLE: Markup = {
  markup: `
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1c1f23;background:#f6f6f4}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;justify-content:space-between;padding:1rem 1.25rem;background:#fff;border-bottom:1px solid #e3e3de}
header a{font-weight:700;font-size:1.2rem;color:inherit;text-decoration:none}
.note{color:#686e75;font-size:.85rem}
main{max-width:60rem;margin:0 auto;padding:1.25rem}
h1{font-size:1.5rem;margin:.25rem 0 1rem}h2{font-size:1.1rem;margin:1.25rem 0 .5rem}
a{color:#0b5cad}
.columns{display:grid;gap:1.5rem;grid-template-columns:1fr}
@media(min-width:48rem){.columns{grid-template-columns:1.1fr 1fr}}
.card{background:#fff;border:1px solid #e3e3de;border-radius:.75rem;padding:1.25rem}
.goods{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));padding:0;list-style:none}
.goods a{display:block;color:inherit;text-decoration:none}
.goods img,.photo{width:100%;height:auto;border-radius:.5rem;display:block}
.lines{list-style:none;margin:0;padding:0}
.lines li{display:flex;gap:.75rem;align-items:center;padding:.5rem 0;border-bottom:1px solid #eee}
.lines img{width:56px;height:56px;border-radius:.5rem}
.lines .name{flex:1}
.lines small{display:block;color:#686e75}
table{width:100%;border-collapse:collapse;margin-top:.75rem}
th{text-align:left}td{padding:.25rem 0}td:last-child{text-align:right;font-variant-numeric:tabular-nums}
.total td{font-weight:700;font-size:1.15rem;border-top:1px solid #ddd;padding-top:.6rem}
label{display:block;margin:.6rem 0 0;font-size:.9rem}
input[type=text],input[type=email],select{width:100%;padding:.6rem;font:inherit;border:1px solid #c4c4bd;border-radius:.5rem;background:#fff}
fieldset{border:1px solid #e3e3de;border-radius:.5rem;margin:1rem 0;padding:.5rem .9rem}
fieldset label{display:flex;gap:.5rem;align-items:center;margin:.35rem 0}
fieldset label span:last-child{margin-left:auto}
button{width:100%;margin-top:1rem;padding:.9rem;font:inherit;font-weight:700;color:#fff;background:#14653b;border:0;border-radius:.6rem;cursor:pointer}
button:focus-visible,a:focus-visible,input:focus-visible,select:focus-visible{outline:3px solid #7db4ea;outline-offset:2px}
.problem{background:#fdeceb;border:1px solid #e8b6b2;border-radius:.5rem;padding:.75rem 1rem}
.soldout{color:#a3271d}
`,
};
