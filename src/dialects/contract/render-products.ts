import type { Product, ProductPage } from '../../commerce/products.ts';

/** contract.md, Product. */
export function renderProduct(product: Product) {
  return {
    id: product.id,
    title: product.title,
    description: product.description,
    handle: product.handle,
    url: product.url,
    price_range: product.priceRange,
    variants: product.variants,
    media: product.media,
    availability: product.availability,
    tags: product.tags,
  };
}

export function renderProductPage(page: ProductPage) {
  return {
    products: page.products.map(renderProduct),
    page_info: { has_next_page: page.hasNextPage, end_cursor: page.endCursor },
  };
}
