import { trimText } from './trim-text.ts';
import { toVisibleText } from './visible-text.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** True for ids as this service writes them, in lower case; other text needs no query. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Reads an id as its sender meant it: a UUID counts in any case (RFC 9562, 4); white space around it and invisible characters do not. */
export function toOwnId(text: string): string {
  const trimmed = trimText(toVisibleText(text));
  const lower = trimmed.toLowerCase();
  return isUuid(lower) ? lower : trimmed;
}

/** Turns a random UUID into version 7, so that rows are stored by age. `at`: epoch milliseconds. */
export function toTimeOrderedId(id: string, at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${id.slice('00000000-0000-4'.length)}`;
}
