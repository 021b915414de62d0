import { ConfigError } from '../../../commerce/errors.ts';
import { hasReadableCredentials } from '../../../commerce/text/url-credentials.ts';

const UNREADABLE =
  'The address of the database cannot be read; it must be postgres://<user>:<password>@<host>:<port>/<database>. In user and password, write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.';

/** Returns the address for the driver, which warns of the modes that it treats as `verify-full`. Throws `ConfigError`. */
export function toDriverAddress(url: string): string {
  if (!hasReadableCredentials(url) || !canParse(url)) throw new ConfigError(UNREADABLE);
  if (url.includes('uselibpqcompat=')) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** As the driver does, which takes an address without a host for one of a socket. */
function canParse(url: string): boolean {
  return URL.canParse(url.replace('@/', '@socket/'), 'postgres://socket');
}
