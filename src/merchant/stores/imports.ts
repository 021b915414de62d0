import { forStore, type MerchantEndpoint } from '../action.ts';
import { catalogState, startImport } from './catalog-state.ts';
import { catalogWire, toCatalogWire } from './store-wire.ts';

export const importEndpoints: MerchantEndpoint[] = [
  forStore({
    id: 'getStoreImport',
    rest: 'GET /stores/{slug}/import',
    summary: 'Returns the progress of the catalog import.',
    output: catalogWire,
    run: async ({ context, store }) => ({ body: toCatalogWire(await catalogState(context, store.id)) }),
  }),

  forStore({
    id: 'importStoreProducts',
    rest: 'POST /stores/{slug}/import',
    summary: 'Imports the whole catalog of the shop again. Changes nothing while an import is running.',
    output: catalogWire,
    run: async (visit) => ({ body: toCatalogWire(await startImport(visit)) }),
  }),
];
