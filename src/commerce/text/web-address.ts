/** Characters of an address. */
const MAX_ADDRESS_LENGTH = 2_048;

/**
 * Reads an address that a shop gives for a page or a picture, without the blanks and control characters that browsers ignore.
 * Null for other schemes than http and https, and for long ones: a cut address would lead elsewhere.
 */
export function toWebAddress(text: string | null): string | null {
  const url = text === null || text.length > MAX_ADDRESS_LENGTH ? null : URL.parse(text);
  const isOfWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isOfWeb && url.href.length <= MAX_ADDRESS_LENGTH ? url.href : null;
}
