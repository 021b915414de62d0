import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Browsers in which an account has signed in before: strangers' wrong guesses do not lock these out. */
export interface DeviceCookies {
  /** A whole `Set-Cookie` line that makes the browser known for this e-mail address. */
  remember(email: string): string;
  /** The browser's own name when it is known for this e-mail address. */
  knownFor(email: string, cookies: string): string | undefined;
}

interface DeviceCookiesOptions {
  secret: string;
  /** Over https the cookie is for https only. Asked for at each use: it is known for certain once the service listens. */
  baseUrl: () => string;
}

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;
const NAME = 'ucp-host.device';

/** The cookie holds a random name and its signature together with the address, which is not in it. */
export function deviceCookies({ secret, baseUrl }: DeviceCookiesOptions): DeviceCookies {
  const sign = (email: string, device: string) =>
    createHmac('sha256', secret).update(`${email.toLowerCase()}\n${device}`).digest('base64url');
  const isHttps = () => baseUrl().startsWith('https:');
  const nameNow = () => (isHttps() ? `__Secure-${NAME}` : NAME);
  return {
    remember(email) {
      const device = randomBytes(16).toString('base64url');
      const flags = `Max-Age=${MAX_AGE_SECONDS}; Path=/api/merchant; HttpOnly; SameSite=Lax`;
      return `${nameNow()}=${device}.${sign(email, device)}; ${flags}${isHttps() ? '; Secure' : ''}`;
    },

    knownFor(email, cookies) {
      const start = `${nameNow()}=`;
      const sent = cookies.split(/; */).find((each) => each.startsWith(start));
      const [device = '', signature = ''] = sent?.slice(start.length).split('.') ?? [];
      return isSame(signature, sign(email, device)) ? device : undefined;
    },
  };
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
