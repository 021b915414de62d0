import { CommerceError } from '../../commerce/errors.ts';

const CURSOR = /^page-([1-9]\d{0,8})-of-([1-9]\d{0,2})$/;

/** WooCommerce pages by number: a cursor is a number with the size of the pages that it counts. */
export function toCursor(page: number, size: number): string {
  return Buffer.from(`page-${page}-of-${size}`).toString('base64url');
}

/** The page after the cursor, 1 without one. Throws `invalid_input` for what is no cursor, or one of other pages. */
export function readCursor(cursor: string | undefined, size: number): number {
  if (cursor === undefined) return 1;
  const [, page, ofSize] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (page === undefined) throw refused('is not a cursor of this store');
  if (Number(ofSize) !== size) throw refused(`belongs to a search with first=${ofSize}: keep that number`);
  return Number(page);
}

function refused(message: string): CommerceError {
  return new CommerceError('invalid_input', `after ${message}.`, { details: [{ path: 'after', message }] });
}
