import type { Example } from '../../openapi/description.ts';
import { ofAccounts } from './of-accounts.ts';
import { ofActivity } from './of-activity.ts';
import { ofBooks } from './of-books.ts';
import { ofDiscovery } from './of-discovery.ts';
import { ofStores } from './of-stores.ts';
import { ofWhatAgentsDid } from './of-what-agents-did.ts';

/** One example for each endpoint of the merchant API, by its `rest`; the tests hold each to the endpoint's schemas. */
export const merchantExamples: Record<string, Example> = {
  ...ofAccounts,
  ...ofStores,
  ...ofBooks,
  ...ofDiscovery,
  ...ofActivity,
  ...ofWhatAgentsDid,
};
