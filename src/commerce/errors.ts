/** What can go wrong for an agent or a merchant. Each dialect has one table that turns a kind into its wire's status. */
export type ErrorKind =
  | 'invalid_input'
  | 'signed_out'
  | 'forbidden'
  | 'too_many_requests'
  | 'unknown_item'
  | 'item_unavailable'
  | 'not_found'
  | 'conflict'
  | 'busy'
  /** The merchant has closed the shop to buyers; it can still be read. */
  | 'store_closed'
  | 'platform_error'
  | 'platform_unavailable'
  | 'platform_timeout';

/** One thing that is wrong with the input: `path` as the agent wrote it (`line_items.0.quantity`). */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** Why a platform will not sell a variant as asked. `available` is how many it would sell, where it says so. */
export interface ItemRefusal {
  variantId: string;
  problem: 'unknown' | 'out_of_stock' | 'insufficient_stock' | 'unbuyable';
  message: string;
  available?: number;
}

interface ErrorExtras {
  details?: ErrorDetail[];
  refusals?: ItemRefusal[];
  retryAfterSeconds?: number;
  /** True when a required member of the input is not there at all. */
  missing?: boolean;
  /** True when the shop answered and refused the call: revoked keys, a missing permission, a closed shop. */
  refused?: boolean;
  cause?: unknown;
}

/** The one error class of the domain. The message is written for a person or a model to act on. */
export class CommerceError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetail[];
  readonly refusals: ItemRefusal[];
  readonly retryAfterSeconds: number | undefined;
  readonly missing: boolean;
  readonly refused: boolean;

  constructor(kind: ErrorKind, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'CommerceError';
    this.kind = kind;
    this.details = extras.details ?? [];
    this.refusals = extras.refusals ?? [];
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.missing = extras.missing ?? false;
    this.refused = extras.refused ?? false;
  }
}

/** The platform will not sell some items: unknown ones are the agent's mistake, the others are a matter of stock. */
export function itemsRefused(refusals: ItemRefusal[]): CommerceError {
  const kind = refusals.some((refusal) => refusal.problem === 'unknown')
    ? 'unknown_item'
    : 'item_unavailable';
  return new CommerceError(kind, refusals.map((refusal) => refusal.message).join(' '), { refusals });
}
