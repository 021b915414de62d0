import { ProtocolError } from '../../protocol-error.ts';
import type { Refused } from '../../protocol.ts';

export const MALFORMED = 'malformed_permalink';
export const AMBIGUOUS = 'ambiguous_permalink';
export const TOO_LONG = 'permalink_too_long';

/** Refuses a link that cannot be interpreted safely; no part of it is applied. */
export function malformed(message: string): ProtocolError {
  return new ProtocolError(400, MALFORMED, message);
}

/** Page shown for a refused link. It repeats no text of the link, whose author is not trusted. */
export interface PermalinkError {
  title: string;
  text: string;
  /** True: the browser is redirected to the error's page, so that the link leaves the address bar. */
  ownPage?: true;
}

/** Keys are the last path segments of the pages. */
export const PERMALINK_ERRORS = {
  'sold-out': {
    title: 'Sold out',
    text: 'What this link would buy cannot be had right now, or not as many of it.',
    ownPage: true,
  },
  'not-sold': {
    title: 'Not sold here',
    text: 'The shop does not know what this link names, or does not sell it any more.',
    ownPage: true,
  },
  damaged: {
    title: 'This link is damaged',
    text: 'It cannot be read. Perhaps a part of it was lost when it was copied. Ask for a new one.',
    ownPage: true,
  },
  ambiguous: {
    title: 'This link says two things',
    text: 'It sets one thing twice, so nobody can know what is meant. Ask for a new one.',
    ownPage: true,
  },
  'too-long': {
    title: 'This link is too long',
    text: 'It says more than can be taken. Ask for a shorter one.',
    ownPage: true,
  },
  'no-shop': { title: 'No shop is here', text: 'There is no shop at this address, or not any more.' },
  'not-opened': { title: 'Nothing was opened', text: 'Open this link in a tab of its own.' },
  'too-often': { title: 'One moment, please', text: 'This was asked too often. Try again in a minute.' },
  away: {
    title: 'The shop does not answer',
    text: 'This should be over soon. Nothing was bought. Reload this page in a moment.',
  },
  closed: {
    title: 'No orders at the moment',
    text: 'The shop takes no orders through this link right now. Nothing was bought.',
  },
  failed: { title: 'This did not work', text: 'Nothing was bought. Reload this page in a moment.' },
} as const satisfies Record<string, PermalinkError>;

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
export function permalinkErrorOf({ code, details }: Pick<Refused, 'code' | 'details'>): PermalinkErrorName {
  if (code === 'invalid_input' && details.length > 0 && details.every(({ path }) => ITEM.test(path)))
    return 'not-sold';
  return BY_CODE[code] ?? 'failed';
}
