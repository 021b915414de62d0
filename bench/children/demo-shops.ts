import { startDemoStores } from '../../simulated-shops/demo-stores.ts';
import { answerParent } from './answer-parent.ts';

/** Simulated shops of both platforms with the catalog of `SANDBOX_CATALOG`. */
const stores = await startDemoStores(0, { catalogFile: process.env.SANDBOX_CATALOG });

answerParent(() => ({
  stores: stores.map(({ slug, platform, shop }) => ({
    slug,
    platform,
    url: shop.url,
    credentials: shop.credentials,
  })),
}));
