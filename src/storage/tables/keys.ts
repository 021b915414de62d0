import { instant, integer, sealed, text } from './column.ts';
import { declareTable } from './table.ts';

/** Public key as profiles publish it (RFC 7517). */
export interface PublishedKey {
  kid: string;
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  use: 'sig';
  alg: 'ES256';
}

/** Keys that sign responses and order events; an installation has one set for all stores. */
export const signingKeys = declareTable('signing_keys', {
  /** Thumbprint of the key (RFC 7638). */
  kid: text,
  /** Sequence number: of two processes that rotate at once, one succeeds. */
  number: integer,
  /** PKCS 8, PEM. */
  private_key: sealed(),
  /** JSON of a `PublishedKey`. */
  public_key: text,
  /** Later than its publication, so that cached profiles contain it before its first use. */
  signs_from: instant,
  /** Null for the newest; earlier keys stay published for some days. */
  published_until: instant.optional,
  created_at: instant,
}).with({ key: ['kid'], unique: ['number'] });

/** Keys that survive a change of SECRET_KEY. */
export const installationKeys = declareTable('installation_keys', {
  name: text,
  /** Base64url. */
  secret: sealed(),
}).with({ boundTo: 'kept_keys', key: ['name'] });
