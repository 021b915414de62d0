export interface CookieOptions {
  name: string;
  path?: string;
  maxAgeSeconds: number;
  /** Called on each use: the URL is final once the service listens. */
  baseUrl: () => string;
}

/** A cookie of this service: no script reads it, and it is Secure where the service is reached by https. */
export function createCookie({ name, path = '/api/merchant', maxAgeSeconds, baseUrl }: CookieOptions) {
  const isHttps = () => baseUrl().startsWith('https:');
  const start = () => `${isHttps() ? '__Secure-' : ''}${name}=`;
  const formatLine = (value: string, seconds: number) =>
    `${start()}${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${isHttps() ? '; Secure' : ''}`;
  return {
    /** Returns a complete `Set-Cookie` line. */
    write: (value: string) => formatLine(value, maxAgeSeconds),
    /** Returns its value in a `Cookie` header. */
    read(cookies: string): string | undefined {
      const pair = cookies.split(/; */).find((each) => each.startsWith(start()));
      return pair?.slice(start().length);
    },
    /** Returns the `Set-Cookie` line that deletes it. */
    clear: () => formatLine('', 0),
  };
}
