import { ProtocolError, type Refused } from '../../protocol-error.ts';

const MALFORMED = 'malformed_permalink';
export const AMBIGUOUS = 'ambiguous_permalink';
export const TOO_LONG = 'permalink_too_long';

/** Refuses a link that cannot be interpreted safely; no part of it is applied. */
export function createMalformedError(message: string): ProtocolError {
  return new ProtocolError(400, MALFORMED, message);
}

/** Page shown for a refused link. It repeats no text of the link, whose author is not trusted. */
export type PermalinkError = readonly [title: string, text: string];

/** Keys are the last path segments of the pages. */
export const PERMALINK_ERRORS = {
  'sold-out': ['Sold out', 'An item of this link is sold out, or too few are left.'],
  'not-sold': ['Not sold here', 'The shop does not sell an item of this link, or no longer does.'],
  damaged: [
    'This link is damaged',
    'It cannot be read. A part may be missing from the copy. Ask for a new link.',
  ],
  ambiguous: ['This link is ambiguous', 'It sets the same field twice. Ask for a new link.'],
  'too-long': ['This link is too long', 'Ask for a shorter link.'],
  'no-shop': ['No shop here', 'No shop uses this address, or it has moved.'],
  'not-opened': ['Nothing was opened', 'Open this link in its own tab.'],
  'too-often': ['One moment, please', 'Too many requests. Try again in a minute.'],
  away: ['The shop does not answer', 'Nothing was bought. Reload this page in a moment.'],
  closed: [
    'No orders at the moment',
    'The shop takes no orders through this link right now. Nothing was bought.',
  ],
  failed: ['This did not work', 'Nothing was bought. Reload this page in a moment.'],
} as const satisfies Record<string, PermalinkError>;

/** Errors that stay: the browser is redirected to their page, so that the link leaves the address bar. */
export const LASTING_ERRORS: readonly string[] = ['sold-out', 'not-sold', 'damaged', 'ambiguous', 'too-long'];

export type PermalinkErrorName = keyof typeof PERMALINK_ERRORS;

export function isPermalinkErrorName(name: string): name is PermalinkErrorName {
  return Object.hasOwn(PERMALINK_ERRORS, name);
}

const BY_CODE: Readonly<Record<string, PermalinkErrorName>> = {
  item_unavailable: 'sold-out',
  unknown_item: 'not-sold',
  invalid_input: 'damaged',
  [MALFORMED]: 'damaged',
  [AMBIGUOUS]: 'ambiguous',
  [TOO_LONG]: 'too-long',
  not_found: 'no-shop',
  not_a_navigation: 'not-opened',
  too_many_requests: 'too-often',
  busy: 'away',
  store_closed: 'closed',
  platform_unavailable: 'away',
  platform_timeout: 'away',
  platform_error: 'away',
};

const ITEM = /^line_items\.\d+\.item\.id$/;

/** Treats an id of another shop as an item that is not sold; elsewhere it is invalid input. */
export function toPermalinkError({ code, details }: Pick<Refused, 'code' | 'details'>): PermalinkErrorName {
  if (code === 'invalid_input' && details.length > 0 && details.every(({ path }) => ITEM.test(path)))
    return 'not-sold';
  return BY_CODE[code] ?? 'failed';
}
