import type { ShopImage, ShopProduct, ShopVariant } from '../../shop/types.ts';
import { slugOf } from '../goods/attributes.ts';
import type { Variation } from '../goods/posts.ts';
import type { Site } from '../site.ts';
import { PUBLISHED_AT } from './dates.ts';

/** Images are posts too; these ids lie above those of all goods. */
const FIRST_IMAGE_ID = 100_000;

export function imageId(product: ShopProduct, index = 0): number {
  return FIRST_IMAGE_ID + product.id * 10 + index;
}

/** Returns the picture of the variant; one without its own has that of the product. */
export function imageUrl(site: Site, product: ShopProduct, variant?: ShopVariant): string | null {
  const image = variant?.image ?? product.images[0];
  return image === undefined ? null : new URL(image.url, site.origin()).href;
}

export function renderImages(site: Site, product: ShopProduct): object[] {
  return product.images.map((image, index) => {
    const bare = bareImage(site, product, image, index);
    const widths = [600, 300, 150, 100].map((width) => `${bare.src} ${width}w`);
    return {
      ...bare,
      srcset: widths.join(', '),
      sizes: '(max-width: 600px) 100vw, 600px',
      thumbnail: bare.src,
    };
  });
}

/** A variation without an image of its own answers with its parent's, and with null when that has none either. */
export function renderVariationImage(site: Site, { product, variant }: Variation): object | null {
  const image = variant.image ?? product.images[0];
  if (image === undefined) return null;
  return bareImage(site, product, image, image === variant.image ? product.variants.indexOf(variant) + 1 : 0);
}

function bareImage(site: Site, product: ShopProduct, image: ShopImage, index: number) {
  const name = slugOf(product.title);
  return {
    id: imageId(product, index),
    date_created: PUBLISHED_AT,
    date_created_gmt: PUBLISHED_AT,
    date_modified: PUBLISHED_AT,
    date_modified_gmt: PUBLISHED_AT,
    src: new URL(image.url, site.origin()).href,
    name: index === 0 ? name : `${name}-${index + 1}`,
    alt: image.alt ?? '',
  };
}
