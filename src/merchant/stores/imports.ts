import { IMPORT_PRODUCTS } from '../../commerce/job/job-names.ts';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { catalogWire, findCatalogState, startImport } from './catalog-state.ts';

export const importEndpoints: MerchantEndpoint[] = [
  forStore({
    id: 'getStoreImport',
    route: 'GET /stores/{slug}/import',
    summary: 'Returns the progress of the catalog import.',
    output: catalogWire,
    run: ({ context, store }) => findCatalogState(context, store.id),
  }),

  forStore({
    id: 'importStoreProducts',
    route: 'POST /stores/{slug}/import',
    summary: 'Imports the whole catalog of the shop again. Changes nothing while an import is running.',
    output: catalogWire,
    inBulk: {
      id: 'importProductsOfStores',
      route: 'POST /stores/import',
      summary: 'Import the whole catalogs again',
      command: { name: 'import', jobs: [IMPORT_PRODUCTS] },
      example: 'import --all',
      describeOutcome: ({ importing }) => [importing !== null, 'The catalog is being imported.'],
    },
    run: startImport,
  }),
];
