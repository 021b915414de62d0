import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Recognizes browsers in which an account has signed in before: failed attempts elsewhere do not lock them out. */
export interface DeviceCookies {
  /** Returns a complete `Set-Cookie` line for this e-mail address. */
  remember(email: string): string;
  /** Returns the browser's id when its cookie is valid for this e-mail address. */
  knownFor(email: string, cookies: string): string | undefined;
}

interface DeviceCookiesOptions {
  secret: string;
  /** Called on each use: the URL is final once the service listens. */
  baseUrl: () => string;
}

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;
const NAME = 'ucp-host.device';

/** The cookie holds a random id, and a signature of the id with the e-mail address. */
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
