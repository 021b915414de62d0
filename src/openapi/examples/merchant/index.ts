import type { Example } from '../../description.ts';
import { ofAccounts } from './accounts.ts';
import { ofActivity } from './activity.ts';
import { ofBooks } from './audit-and-export.ts';
import { ofDiscovery } from './discovery.ts';
import { ofStores } from './stores.ts';
import { ofWhatAgentsDid } from './requests.ts';

/** One example for each endpoint of the merchant API, by its `rest`; the tests hold each to the endpoint's schemas. */
export const merchantExamples: Record<string, Example> = {
  ...ofAccounts,
  ...ofStores,
  ...ofBooks,
  ...ofDiscovery,
  ...ofActivity,
  ...ofWhatAgentsDid,
};
