import type { ShopFailure } from './store/shop-failure.ts';
import { cleanShopLine } from './text/shop-text.ts';

/** Kinds of failures of agents' and merchants' requests. Each protocol has one table that maps a kind to its HTTP status. */
export type ErrorKind =
  | 'invalid_input'
  | 'unauthenticated'
  | 'forbidden'
  | 'too_many_requests'
  | 'unknown_item'
  | 'item_unavailable'
  /** The store's rules do not let agents buy for this country, or the shop does not deliver there as asked. */
  | 'address_undeliverable'
  | 'not_found'
  | 'conflict'
  | 'limited'
  | 'busy'
  /** The merchant has closed the shop to buyers, or paused it for agents. */
  | 'store_closed'
  | 'platform_error'
  | 'platform_unavailable'
  | 'platform_timeout';

/** One error of the input: `path` names the member as it is on the wire (`buyer.email`). */
export interface ErrorDetail {
  path: string;
  message: string;
}

export const ITEM_REFUSALS = ['unknown', 'out_of_stock', 'insufficient_stock', 'unbuyable'] as const;

/** Why a store platform does not sell a variant as asked. `available`: how many it would sell, where it says so. */
export interface ItemRefusal {
  variantId: string;
  reason: (typeof ITEM_REFUSALS)[number];
  message: string;
  available?: number;
}

/** A line of the request that is refused, by its index there; the protocols render the path of the member that is wrong. */
export interface LineRefusal {
  index: number;
  itemId: string;
  reason: ItemRefusal['reason'] | 'invalid_id' | 'ambiguous_id' | 'too_many_pieces';
  message: string;
  available?: number;
}

export type WrongCredential = 'address' | 'key';

export interface ErrorExtras {
  details?: ErrorDetail[];
  refusals?: ItemRefusal[];
  lines?: LineRefusal[];
  retryAfterSeconds?: number;
  /** True when a required member of the input is absent. */
  missing?: boolean;
  /** True when the shop answered and refused the call: revoked keys, a missing permission, a closed shop. */
  refused?: boolean;
  /** True when the shop's answer is larger than what is read: one with fewer entries may not be. */
  tooLarge?: boolean;
  wrong?: WrongCredential;
  /** Part of the requested fulfillment that the shop does not honor. */
  unhonored?: 'destination' | 'option';
  /** Index of the parcel whose option is not honored, where the request has one for each. */
  parcel?: number | undefined;
  failure?: ShopFailure | undefined;
  cause?: unknown;
}

/** The one error class of the domain. The message is written for a person or a model to act on. */
export class CommerceError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetail[] = [];
  readonly refusals: ItemRefusal[] = [];
  readonly lines: LineRefusal[] = [];
  readonly retryAfterSeconds: number | undefined;
  readonly missing: boolean = false;
  readonly refused: boolean = false;
  readonly tooLarge: boolean = false;
  readonly wrong: WrongCredential | undefined;
  readonly unhonored: ErrorExtras['unhonored'];
  readonly parcel: number | undefined;
  readonly failure: ShopFailure | undefined;

  constructor(kind: ErrorKind, message: string, { cause, ...extras }: ErrorExtras = {}) {
    super(message, { cause });
    Object.assign(this, extras);
    this.name = 'CommerceError';
    this.kind = kind;
  }
}

/** Error of one member of the input; `message` continues its name: `must be …`. */
export function createMemberError(path: string, message: string, extras: ErrorExtras = {}): CommerceError {
  const details = [{ path, message }];
  return new CommerceError('invalid_input', `${path} ${message}.`, { ...extras, details });
}

export function toConflictError(message: string, extras?: ErrorExtras): CommerceError {
  return new CommerceError('conflict', message, extras);
}

export function toForbiddenError(message: string): CommerceError {
  return new CommerceError('forbidden', message);
}

export function toNotFoundError(message: string): CommerceError {
  return new CommerceError('not_found', message);
}

export function toTooManyRequestsError(message: string, retryAfterSeconds: number): CommerceError {
  return new CommerceError('too_many_requests', message, { retryAfterSeconds });
}

/** True when the shop did not answer as it should, whatever was asked. */
export function isShopFailure(error: unknown): error is CommerceError {
  return error instanceof CommerceError && error.kind.startsWith('platform_');
}

/** A setting is wrong, or names a key or a file that cannot be used. The message names it. */
export class ConfigError extends Error {}

/** Refuses a slug that another store has, or had. `freeSlug`: one to take instead, when the first few are not all taken. */
export function createSlugTakenError(slug: string, freeSlug: string | undefined): CommerceError {
  const isFree = freeSlug === undefined ? '' : `: "${freeSlug}" is free`;
  return toConflictError(`The slug "${slug}" is taken. Choose another one${isFree}.`, {
    details: [{ path: 'slug', message: `is taken${isFree}` }],
  });
}

/** The merchant decides when a paused store takes orders again. */
const PAUSED_RETRY_SECONDS = 3_600;

/** The account was removed after the request had found it. */
export function createAccountGoneError(): CommerceError {
  return new CommerceError('unauthenticated', 'Sign in again.');
}

export function createNoOrganizationError(): CommerceError {
  return toNotFoundError('You have no organization with that id.');
}

/** The store was erased after the request had found it. */
export function storeIsGone(): CommerceError {
  return toNotFoundError('This store no longer exists.');
}

/** Refuses a call that is no part of a session, cart or order from before the pause. */
export function storePaused(): CommerceError {
  const message =
    'The merchant has paused this store: agents can neither search nor order now. Sessions and orders that exist can still be read and completed.';
  return new CommerceError('store_closed', message, { retryAfterSeconds: PAUSED_RETRY_SECONDS });
}

/** Returns `unknown_item` when one item is unknown, else `item_unavailable`. Refusals of request lines carry `lines` besides. */
export function createItemsRefusedError(refusals: ItemRefusal[], lines: LineRefusal[] = []): CommerceError {
  const isUnknown = refusals.some(({ reason }) => reason === 'unknown');
  const ofVariants = refusals.map(({ variantId, message }) => ({ itemId: variantId, message }));
  const texts = (lines.length > 0 ? lines : ofVariants).map(formatLineText);
  const kind = isUnknown ? 'unknown_item' : 'item_unavailable';
  const more = texts.length - MAX_SENTENCES;
  const message = [...texts.slice(0, MAX_SENTENCES), ...(more > 0 ? [`${more} more are refused.`] : [])];
  return new CommerceError(kind, message.join(' '), { refusals, lines });
}

/** Refused items that the message names; the details name all. */
const MAX_SENTENCES = 20;

/** Names an item as the agent did. The URL of a product may have 2,048 characters. */
export function formatItemName(itemId: string): string {
  return cleanShopLine(itemId, 200);
}

/** Names the item id that the agent sent: a platform's own message names variants. */
export function formatLineText({ itemId, message }: Pick<LineRefusal, 'itemId' | 'message'>): string {
  return `${formatItemName(itemId)}: ${message}`;
}
