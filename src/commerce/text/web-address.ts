const MAX_ADDRESS_LENGTH = 2_048;

/** Reads the web address of a page or picture of a shop. Null for a long one: a cut address would lead elsewhere. */
export function toWebAddress(text: string | null): string | null {
  const url = text === null || text.length > MAX_ADDRESS_LENGTH ? null : URL.parse(text);
  const isOfWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isOfWeb && url.href.length <= MAX_ADDRESS_LENGTH ? url.href : null;
}
