import { z } from 'zod';
import type { MerchantContext } from '../../merchants/merchant-context.ts';
import { type AuditEntry, type AuditLog, readAuditLog } from '../../merchants/audit-log.ts';
import { auditText } from '../../merchants/audit-text.ts';
import { span } from './activity-wire.ts';
import { CSV_BATCH_SIZE, csvReply, everyRow, format } from './csv.ts';
import { forStore, type MerchantEndpoint, type MerchantReply } from './endpoint.ts';
import { pageOf, paging, rangeOf, toPage } from './paging.ts';

export const auditEntryWire = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string().describe('An e-mail address, or: command line, plugin.'),
  actor_name: z.string().nullable().describe('Name of the person; null where no person did it.'),
  action: z.string().describe('For example store.connected, capability.switched.'),
  summary: z.string().describe('The change as a sentence, for example “Carts switched off”.'),
  details: z.record(z.string(), z.unknown()).describe('Never a secret.'),
});

export const auditListing = z.object({
  ...format,
  ...paging,
  actor: z.string().max(254).optional().describe('Only changes by this person, by e-mail address.'),
  ...span,
});

export const auditEndpoints: MerchantEndpoint[] = [
  forStore({
    rest: 'GET /stores/{slug}/audit',
    summary: 'Every change of this store and its author, newest first.',
    input: auditListing,
    output: pageOf(auditEntryWire),
    run: ({ context, store }, input) =>
      auditReply(context, { storeId: store.id }, `${store.slug}-audit`, input),
  }),
];

/** Answers with one page of a log, or with a file of that name. */
export async function auditReply(
  context: Pick<MerchantContext, 'audit'>,
  of: AuditLog['of'],
  name: string,
  input: z.output<typeof auditListing>,
): Promise<MerchantReply> {
  const { actor, since, until } = input;
  const log = { of, actor, since, until };
  if (input.format === 'csv') {
    const rows = everyRow(
      async (after) => (await context.audit.page(log, { limit: CSV_BATCH_SIZE, after })).map(toEntryWire),
      ({ at }) => at,
    );
    return csvReply({ name, columns: Object.keys(auditEntryWire.shape), rows });
  }
  const { entries, total } = await readAuditLog(context, log, rangeOf(input));
  return { body: toPage(entries.map(toEntryWire), total, input) };
}

function toEntryWire({ actorName, ...entry }: AuditEntry): z.output<typeof auditEntryWire> {
  return { ...entry, actor_name: actorName, summary: auditText(entry) };
}
