import type { ShopProduct } from '../../shop/types.ts';
import { slugOf } from '../goods/attributes.ts';
import type { Site } from '../site.ts';
import { PUBLISHED_AT } from './dates.ts';

/** Images are posts too; these ids lie above those of all goods. */
const FIRST_IMAGE_ID = 100_000;

export function imageId(product: ShopProduct, index = 0): number {
  return FIRST_IMAGE_ID + product.id * 10 + index;
}

export function imageUrl(site: Site, product: ShopProduct, index = 0): string | null {
  const image = product.images[index];
  return image === undefined ? null : new URL(image.url, site.origin()).href;
}

export function renderImages(site: Site, product: ShopProduct): object[] {
  return product.images.map((_image, index) => {
    const src = imageUrl(site, product, index) ?? '';
    const widths = [600, 300, 150, 100].map((width) => `${src} ${width}w`);
    return {
      ...bareImage(site, product, index),
      srcset: widths.join(', '),
      sizes: '(max-width: 600px) 100vw, 600px',
      thumbnail: src,
    };
  });
}

/** A variation without an image of its own answers with its parent's, and with null when that has none either. */
export function renderVariationImage(site: Site, product: ShopProduct): object | null {
  return product.images.length === 0 ? null : bareImage(site, product, 0);
}

function bareImage(site: Site, product: ShopProduct, index: number): object {
  const name = slugOf(product.title);
  return {
    id: imageId(product, index),
    date_created: PUBLISHED_AT,
    date_created_gmt: PUBLISHED_AT,
    date_modified: PUBLISHED_AT,
    date_modified_gmt: PUBLISHED_AT,
    src: imageUrl(site, product, index) ?? '',
    name: index === 0 ? name : `${name}-${index + 1}`,
    alt: product.images[index]?.alt ?? '',
  };
}
