const MAX_WAIT_SECONDS = 3_600;

/** Reads the wait of a `Retry-After` header, a number or a date: whole seconds from 1 to 3,600; undefined without either. */
export function retryAfterSeconds({ headers }: { headers: Headers }): number | undefined {
  const header = headers.get('retry-after') || 'none';
  const seconds = header.endsWith(' GMT') ? (Date.parse(header) - Date.now()) / 1_000 : Number(header);
  return Number.isFinite(seconds) ? Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil(seconds))) : undefined;
}
