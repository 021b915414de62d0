/** False for credentials with a character that must be encoded: errors would print what follows it as the host. */
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
