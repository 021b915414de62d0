import type { AuditEntry, AuditLog } from '../storage/repositories/audit.ts';
import type { MerchantContext } from './merchant-context.ts';

export type { AuditEntry, AuditLog };

/** Reads one page of a log, newest entries first, and counts all of its entries. */
export async function readAuditLog(
  { audit }: Pick<MerchantContext, 'audit'>,
  log: AuditLog,
  range: { limit: number; offset: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const [entries, total] = await Promise.all([audit.page(log, range), audit.count(log)]);
  return { entries, total };
}
