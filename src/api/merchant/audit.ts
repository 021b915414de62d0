import { z } from 'zod';
import { forStore, type MerchantEndpoint } from './endpoint.ts';
import { pageOf, paging, rangeOf, toPage } from './paging.ts';

export const auditEntryWire = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string().describe('An e-mail address, or: command line, plugin.'),
  action: z.string().describe('For example store.connected, capability.switched.'),
  details: z.record(z.string(), z.unknown()).describe('Never a secret.'),
});

export const auditEndpoints: MerchantEndpoint[] = [
  forStore({
    rest: 'GET /stores/{slug}/audit',
    summary: 'Every change of this store, newest first, and by whom.',
    tag: 'store',
    input: z.object(paging),
    output: pageOf(auditEntryWire),
    async run({ context, store }, input) {
      const [items, total] = await Promise.all([
        context.audit.ofStore(store.id, rangeOf(input)),
        context.audit.countOfStore(store.id),
      ]);
      return { body: toPage(items, total, input) };
    },
  }),
];
