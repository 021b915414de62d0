import { ConfigError } from '../../../commerce/errors.ts';

const UNREADABLE =
  'The address of the database cannot be read; it must be postgres://<user>:<password>@<host>:<port>/<database>. In user and password, write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.';

/**
 * Returns the address for the driver, which warns of the modes that it treats as `verify-full`. Throws `ConfigError` for a user or
 * password that is not encoded: the driver takes the rest of it for the server's name, and errors print that.
 */
export function driverAddress(url: string): string {
  const [, credentials = ''] = /^\w+:\/\/(.*)@/s.exec(url) ?? [];
  if (/[/?#]/.test(credentials) || !isEncoded(credentials) || !canParse(url))
    throw new ConfigError(UNREADABLE);
  if (url.includes('uselibpqcompat=')) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** As the driver does, which takes an address without a host for one of a socket. */
function canParse(url: string): boolean {
  return URL.canParse(url.replace('@/', '@socket/'), 'postgres://socket');
}
