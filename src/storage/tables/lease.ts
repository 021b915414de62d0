import { instant, text } from './column.ts';

/** Columns of a leased row. An owner that died leaves its lease behind; another one takes it over after `lease_expires_at`. */
export const lease = { lease_owner: text.optional.internal, lease_expires_at: instant.optional.internal };
