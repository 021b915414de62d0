import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CookieOptions, createCookie } from './cookie.ts';

/** Account whose browsers are known until its credentials change. */
interface DeviceOwner {
  id: string;
  credentialEpoch: number;
}

export type DeviceCookies = ReturnType<typeof createDeviceCookies>;

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Recognizes browsers in which an account has signed in with its present credentials: failed attempts elsewhere do not lock them out.
 * The cookie holds a random id, and a signature of the id with the account and its credentials.
 */
export function createDeviceCookies({
  secret,
  baseUrl,
}: Pick<CookieOptions, 'baseUrl'> & { secret: string }) {
  const { read, write } = createCookie({ name: 'ucp-host.device', maxAgeSeconds: MAX_AGE_SECONDS, baseUrl });
  const sign = ({ id, credentialEpoch }: DeviceOwner, device: string) =>
    createHmac('sha256', secret).update([id, credentialEpoch, device].join('\n')).digest('base64url');
  /** Returns the browser's id when its cookie is valid for this account. */
  const readKnownDevice = (account: DeviceOwner, cookies: string): string | undefined => {
    const [device = '', signature = ''] = read(cookies)?.split('.') ?? [];
    return isSame(signature, sign(account, device)) ? device : undefined;
  };
  return {
    readKnownDevice,
    /** Returns a complete `Set-Cookie` line. A browser that is known keeps its id: it gets no attempts anew. */
    remember(account: DeviceOwner, cookies: string): string {
      const device = readKnownDevice(account, cookies) ?? randomBytes(16).toString('base64url');
      return write(`${device}.${sign(account, device)}`);
    },
  };
}

function isSame(signature: string, right: string): boolean {
  const [one, other] = [Buffer.from(signature), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
