import { flag, instant, integer, json, lease, oneOf, sealed, text, uuid } from './column.ts';
import { declareTable } from './table.ts';

/** `refused`: the site could not be verified, and the code is still valid. `locked`: the code is invalid, and was never used. */
export type CodeStatus = 'waiting' | 'checking' | 'paired' | 'refused' | 'locked';

export interface CodeRefusal {
  reason: string;
  message: string;
  remedy: string;
}

export const pairingCodes = declareTable('pairing_codes', {
  id: uuid,
  /** Keyed hash: six digits could be found by trying all. */
  code_hash: text.internal,
  /** Account that created the code; null for an operator's. */
  account_id: text.optional,
  /** Future organization of the store; null for none. */
  organization_id: text.optional,
  status: oneOf<CodeStatus>(),
  /** True for ten minutes, whatever the status: no two live codes have the same digits. */
  live: flag.internal,
  /** Attempts with the right code by sites that could not be verified. */
  attempts: integer.default(0),
  /** Refusal of the last attempt. */
  refusal: json<CodeRefusal>().optional,
  store_id: text.optional,
  /** Keyed hash of the site that paired: only that site may repeat the request. */
  paired_by: text.optional,
  ...lease,
  expires_at: instant,
  created_at: instant,
}).with({
  acrossStores: 'a code is older than its store',
  uniqueIndexes: { live: '(code_hash) where live = 1' },
});

export const pairings = declareTable('pairings', {
  store_id: text,
  /** Keyed hash; a site has one pairing. */
  site_hash: text.internal,
  /** As the plugin writes it: the site's proof covers these characters. */
  site_url: text,
  /** Hash of the plugin's token for this service, 32 random bytes. */
  service_token_hash: text.internal,
  /** Token of the site. */
  connector_token: sealed(),
  versions: json<Record<string, string>>(),
  paired_at: instant,
}).with({
  key: ['store_id'],
  unique: ['service_token_hash', 'site_hash'],
  acrossStores: 'the token or the address of the site finds the store',
});
