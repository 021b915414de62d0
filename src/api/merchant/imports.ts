import { catalogState, startImport } from '../../merchants/catalog-state.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';
import { catalogWire, toCatalogWire } from './store-wire.ts';

export const importEndpoints: MerchantEndpoint[] = [
  forStore({
    rest: 'GET /stores/{slug}/import',
    summary: 'How far the reading of the shop’s catalog is.',
    output: catalogWire,
    run: async ({ context, store }) => ({ body: toCatalogWire(await catalogState(context, store.id)) }),
  }),

  forStore({
    rest: 'POST /stores/{slug}/import',
    summary: 'Reads the whole catalog of the shop again. Asked while it is being read, nothing is added.',
    output: catalogWire,
    run: async (visit) => ({ body: toCatalogWire(await startImport(visit)) }),
  }),
];
