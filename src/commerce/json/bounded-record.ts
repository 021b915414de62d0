import { CommerceError } from '../errors.ts';

/** Characters of JSON: an order of a thousand lines, all of them in parcels, has half of it. */
const MAX_RECORD_LENGTH = 1024 * 1024;

/** Returns a shop's cart or order that is small enough to be stored. Throws `platform_error` for any other. */
export function limitRecord<Kept>(record: Kept): Kept {
  if (JSON.stringify(record).length <= MAX_RECORD_LENGTH) return record;
  const message = 'The store answered a cart or an order that is too large to keep.';
  throw new CommerceError('platform_error', message);
}
