import type { FastifyInstance } from 'fastify';
import { drawProduct, type PictureQuery } from '../../pictures/draw-product.ts';
import { homePage, LOGO_PATH, logoSvg, notFoundPage, productPage, textPage } from '../../shop/shop-pages.ts';
import type { ShopProduct } from '../../shop/types.ts';
import { buildLinkedData } from '../render/linked-data.ts';
import type { Site } from '../site.ts';
import { POLICY_PAGES } from './policies.ts';

/** Pages for visitors: catalog, products, pictures and policies. Drafts have no page. */
export function addPages(app: FastifyInstance, site: Site): void {
  const { settings } = site;
  app.get('/', (_request, reply) => {
    const listed = site.products.filter(({ visibility }) => !visibility || visibility === 'catalog');
    const page = homePage(settings, listed.flatMap(priced), ({ handle }) => `/product/${handle}/`);
    return reply.type('text/html').send(page);
  });
  app.get<{ Params: { slug: string } }>('/product/:slug', (request, reply) => {
    const product = site.products.find((each) => each.published && each.handle === request.params.slug);
    if (product === undefined) return reply.code(404).type('text/html').send(notFoundPage(settings));
    return reply.type('text/html').send(pageOf(site, product));
  });
  app.get(LOGO_PATH, (_request, reply) => reply.type('image/svg+xml').send(logoSvg(settings)));
  app.get<{ Params: { file: string }; Querystring: PictureQuery }>('/images/:file', (request, reply) => {
    const product = site.products.find((each) => `${each.handle}.svg` === request.params.file);
    if (product === undefined) return reply.code(404).type('text/html').send(notFoundPage(settings));
    return reply.type('image/svg+xml').send(drawProduct(product, request.query.of));
  });
  for (const { slug, title, text } of POLICY_PAGES) {
    app.get(`/${slug}`, (_request, reply) => reply.type('text/html').send(textPage(settings, title, text)));
  }
}

function pageOf(site: Site, product: ShopProduct): string {
  const [price] = priced(product);
  if (price === undefined) return textPage(site.settings, product.title, ['The price is told on request.']);
  return productPage(site.settings, price, buildLinkedData(site, product));
}

/** Keeps only variants with a price; undefined when none has. */
function priced(product: ShopProduct): ShopProduct[] {
  const variants = product.variants.filter((variant) => variant.price !== '');
  return variants.length === 0 ? [] : [{ ...product, variants }];
}
