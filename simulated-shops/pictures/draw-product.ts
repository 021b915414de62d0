import { escapeHtml } from '../shop/page-layout.ts';
import type { ShopProduct } from '../shop/types.ts';
import { chooseGround, findColor } from './colors.ts';
import { forHome, PARCEL } from './for-home.ts';
import { renderStyles } from './styles.ts';
import { toWear } from './to-wear.ts';

/** Query of a picture's address. */
export interface PictureQuery {
  /** Value of an option; its color, if it names one, is that of the picture. */
  of?: string;
}

/** Draws a product's picture: what its title names, in the color of the variant. */
export function drawProduct(product: ShopProduct, option: string | undefined): string {
  const title = product.title.toLowerCase();
  const drawing = [...toWear, ...forHome].find(({ words }) => words.test(title)) ?? PARCEL;
  const color = findColor(option) ?? findColor(findFirstColor(product)) ?? drawing.color;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="0 0 200 200" role="img">
<title>${escapeHtml(product.title)}</title>
<style>${renderStyles(color)}</style>
<rect width="200" height="200" fill="${chooseGround(product.handle, color)}"/>
<ellipse cx="100" cy="166" rx="70" ry="8" opacity=".13"/>
${drawing.shapes}
</svg>
`;
}

function findFirstColor({ optionNames, variants }: ShopProduct): string | undefined {
  return variants[0]?.options[optionNames.findIndex((name) => /colou?r/i.test(name))];
}
