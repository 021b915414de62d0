import { priceIn } from '../../shop/currencies.ts';
import type { ShopProduct, ShopVariant } from '../../shop/types.ts';
import { slugOf } from './attributes.ts';
import { noTraits, type Traits } from './traits.ts';

/** Below the ids of the common goods, so that newest first lists these last. */
const IDS = { hoodie: 100, consultation: 200, print: 300, sculpture: 400, chair: 500, apron: 600 };

/** Products of kinds that only WooCommerce has, one for each known pitfall of an adapter. */
export function awkwardGoods(currency: string): ShopProduct[] {
  return [
    product(
      { id: IDS.hoodie, title: 'Logo Hoodie', optionNames: ['Logo placement', 'Color'] },
      {
        // An empty option is how WooCommerce stores "any": the buyer chooses, so this one cannot be bought by id.
        101: { options: ['Front', ''], price: priceIn(currency, 5500) },
        102: { options: ['Back', 'Black'], price: priceIn(currency, 5700) },
      },
    ),
    product(
      { id: IDS.consultation, title: 'Interior Design Consultation' },
      { 200: { price: priceIn(currency, 5000) } },
    ),
    product({ id: IDS.print, title: 'Numbered Art Print' }, { 300: { price: priceIn(currency, 2000) } }),
    product({ id: IDS.sculpture, title: 'Sculpture on Request' }, { 400: { price: '' } }),
    product(
      { id: IDS.chair, title: 'Oak Chair, Made to Order' },
      { 500: { price: priceIn(currency, 15_000), stock: 0 } },
    ),
    product(
      { id: IDS.apron, title: 'Two-Tone Apron', optionNames: ['Size'] },
      {
        601: { options: ['S'], price: priceIn(currency, 2000), listPrice: priceIn(currency, 2500) },
        602: { options: ['L'], price: priceIn(currency, 2700) },
        603: { options: ['M'], price: priceIn(currency, 1500) },
      },
    ),
  ];
}

export function traitsOf(products: readonly ShopProduct[]): Traits {
  const gallery = products.find((each) => each.handle === 'cafe-mug');
  return {
    ...noTraits(),
    virtual: new Set([IDS.consultation]),
    soldIndividually: new Set([IDS.print]),
    disabled: new Set([603]),
    backorders: new Set([IDS.chair]),
    galleries: new Set(gallery === undefined ? [] : [gallery.id]),
    anyOptions: new Map([[IDS.hoodie, { Color: ['Black', 'Navy'] }]]),
  };
}

function product(
  about: { id: number; title: string; optionNames?: string[] },
  variants: Record<number, Partial<ShopVariant>>,
): ShopProduct {
  const handle = slugOf(about.title);
  return {
    id: about.id,
    title: about.title,
    handle,
    descriptionHtml: `<p>${about.title}: ask us &amp; we tell you more.</p>`,
    tags: ['special'],
    images: about.id === IDS.hoodie ? [] : [{ url: `/images/${handle}.svg`, alt: about.title }],
    published: true,
    optionNames: about.optionNames ?? [],
    variants: Object.entries(variants).map(([id, variant]) => ({
      id: Number(id),
      options: [],
      sku: `SPECIAL-${id}`,
      price: '',
      stock: null,
      ...variant,
    })),
  };
}
