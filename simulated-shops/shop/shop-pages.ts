import { formatMoney, toMinorUnits } from '../../src/commerce/money/money.ts';
import { escapeHtml, html, type Markup, merchantHtml, page } from './page-layout.ts';
import { isAvailable, variantTitle } from './stock.ts';
import type { ShopProduct, ShopSettings, ShopVariant } from './types.ts';

/** `pathOf` returns the platform's path of a product page (`/products/<handle>`, `/product/<slug>/`). */
type PathOf = (product: ShopProduct) => string;

/** The catalog, published products only. */
export function homePage(settings: ShopSettings, products: readonly ShopProduct[], pathOf: PathOf): string {
  const goods = products.filter((product) => product.published);
  const body = html`<h1>${settings.name}</h1>
<ul class="goods">${goods.map((product) => catalogEntry(product, settings, pathOf))}</ul>`;
  return page({ title: 'Catalog', shopName: settings.name, body });
}

function catalogEntry(product: ShopProduct, settings: ShopSettings, pathOf: PathOf): Markup {
  return html`<li><a href="${pathOf(product)}">${photo(product)}${product.title}<br>
<strong>${priceText(product, settings)}</strong>${product.variants.some(isAvailable) ? null : SOLD_OUT}</a></li>`;
}

const SOLD_OUT = html` <span class="soldout">sold out</span>`;

/** `linkedData`: JSON-LD of the product. */
export function productPage(settings: ShopSettings, product: ShopProduct, linkedData: object): string {
  // A script ends at any "</script".
  const json = JSON.stringify(linkedData).replaceAll('<', String.raw`\u003c`);
  const body = html`<div class="columns"><div>${photo(product)}</div>
<div class="card"><h1>${product.title}</h1>
<p><strong>${priceText(product, settings)}</strong></p>
${merchantHtml(product.descriptionHtml)}
<table>${product.variants.map((variant) => variantRow(product, variant, settings))}</table></div></div>
${merchantHtml(`<script type="application/ld+json">${json}</script>`)}`;
  return page({ title: product.title, shopName: settings.name, body });
}

function variantRow(product: ShopProduct, variant: ShopVariant, settings: ShopSettings): Markup {
  return html`<tr><td>${variantTitle(variant) ?? product.title}${isAvailable(variant) ? null : SOLD_OUT}</td>
<td>${formatMoney(toMinorUnits(variant.price, settings.currency), settings.currency)}</td></tr>`;
}

/** Renders a policy or another page of plain paragraphs. */
export function textPage(settings: ShopSettings, title: string, paragraphs: readonly string[]): string {
  const body = html`<article class="card"><h1>${title}</h1>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}</article>`;
  return page({ title, shopName: settings.name, body });
}

export function notFoundPage(settings: ShopSettings): string {
  return textPage(settings, 'Page not found', ['There is nothing at this address.']);
}

export const LOGO_PATH = '/logo.svg';

/** Draws the shop's logo: its initial on its color. */
export function logoSvg({ name, brandColor }: ShopSettings): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
<rect width="96" height="96" rx="20" fill="${escapeHtml(brandColor ?? '#777777')}"/>
<text x="48" y="66" font-family="system-ui,sans-serif" font-size="52" font-weight="700" text-anchor="middle" fill="#fff">${escapeHtml(name.slice(0, 1))}</text>
</svg>
`;
}

function photo(product: ShopProduct): Markup | null {
  const image = product.images[0];
  return image ? html`<img class="photo" src="${image.url}" alt="${image.alt ?? ''}">` : null;
}

function priceText(product: ShopProduct, settings: ShopSettings): string {
  const prices = product.variants.map((variant) => toMinorUnits(variant.price, settings.currency));
  const lowest = Math.min(...prices);
  const text = formatMoney(lowest, settings.currency);
  return lowest === Math.max(...prices) ? text : `from ${text}`;
}
