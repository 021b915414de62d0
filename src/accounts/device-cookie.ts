import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Account whose browsers are known until its credentials change. */
interface DeviceOwner {
  id: string;
  credentialEpoch: number;
}

/** Recognizes browsers in which an account has signed in with its present credentials: failed attempts elsewhere do not lock them out. */
export interface DeviceCookies {
  /** Returns a complete `Set-Cookie` line. A browser that is known keeps its id: it gets no attempts anew. */
  remember(account: DeviceOwner, cookies: string): string;
  /** Returns the browser's id when its cookie is valid for this account. */
  knownFor(account: DeviceOwner, cookies: string): string | undefined;
}

interface DeviceCookiesOptions {
  secret: string;
  /** Called on each use: the URL is final once the service listens. */
  baseUrl: () => string;
}

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;
const NAME = 'ucp-host.device';

/** The cookie holds a random id, and a signature of the id with the account and its credentials. */
export function deviceCookies({ secret, baseUrl }: DeviceCookiesOptions): DeviceCookies {
  const sign = ({ id, credentialEpoch }: DeviceOwner, device: string) =>
    createHmac('sha256', secret).update([id, credentialEpoch, device].join('\n')).digest('base64url');
  const isHttps = () => baseUrl().startsWith('https:');
  const nameNow = () => (isHttps() ? `__Secure-${NAME}` : NAME);
  const knownFor: DeviceCookies['knownFor'] = (account, cookies) => {
    const start = `${nameNow()}=`;
    const sent = cookies.split(/; */).find((each) => each.startsWith(start));
    const [device = '', signature = ''] = sent?.slice(start.length).split('.') ?? [];
    return isSame(signature, sign(account, device)) ? device : undefined;
  };
  return {
    knownFor,
    remember(account, cookies) {
      const device = knownFor(account, cookies) ?? randomBytes(16).toString('base64url');
      const flags = `Max-Age=${MAX_AGE_SECONDS}; Path=/api/merchant; HttpOnly; SameSite=Lax`;
      return `${nameNow()}=${device}.${sign(account, device)}; ${flags}${isHttps() ? '; Secure' : ''}`;
    },
  };
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
