/**
 * False for an address whose user or password has a character that must be encoded: a reader takes the rest of it for the name of the
 * server, and errors print that.
 */
export function hasReadableCredentials(url: string): boolean {
  const [, credentials = ''] = /^\w+:\/\/(.*)@/s.exec(url) ?? [];
  return !/[/?#]/.test(credentials) && isEncoded(credentials);
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}
