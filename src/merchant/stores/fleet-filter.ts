import { z } from 'zod';
import { filterText } from '../activity/wire.ts';

/** Query parameters that choose from the account's stores. */
export const fleetFilter = {
  q: filterText.describe('A part of the name, the slug or a domain.'),
  organization: filterText.describe('Only stores of the organization with this id.'),
  label: filterText.describe('Only stores with this label.'),
  view: z
    .enum(['attention', 'paused', 'disconnected', ''])
    .optional()
    .describe('attention: only stores that need attention. paused or disconnected: only those stores.'),
};
