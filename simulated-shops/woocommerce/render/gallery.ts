import type { ShopProduct } from '../../shop/types.ts';
import type { Site } from '../site.ts';
import { imageUrl } from './image.ts';

/** Rendered `[gallery]`: some kilobytes of markup around four pictures. */
export function galleryHtml(site: Site): string {
  const pictured = site.products.filter((product) => product.images.length > 0).slice(0, 4);
  const figures = pictured.map((product) => figure(site, product));
  const classes = 'gallery galleryid-0 gallery-columns-3 gallery-size-thumbnail';
  return `<div id='gallery-1' class='${classes}'>\n${figures.join('\n')}</div>\n`;
}

function figure(site: Site, product: ShopProduct): string {
  const url = imageUrl(site, product) ?? '';
  const widths = [150, 300, 768, 1024].map((width) => `${url} ${width}w`).join(', ');
  const image =
    `<img width="150" height="150" src="${url}" class="attachment-thumbnail size-thumbnail" alt=""` +
    ` decoding="async" loading="lazy" srcset="${widths}" sizes="auto, (max-width: 150px) 100vw, 150px" />`;
  return (
    `<figure class='gallery-item'>\n<div class='gallery-icon landscape'>\n` +
    `<p>\t\t\t\t<a href='${site.origin()}/${product.handle}-picture/'>${image}</a></p></div>\n</figure>`
  );
}
