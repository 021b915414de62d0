/** A cookie of this service: no script reads it, and it is Secure where the service is reached by https. */
interface Cookie {
  /** Returns a complete `Set-Cookie` line. */
  write(value: string): string;
  /** Returns its value in a `Cookie` header. */
  read(cookies: string): string | undefined;
  /** Returns the `Set-Cookie` line that deletes it. */
  clear(): string;
}

export interface CookieOptions {
  name: string;
  path?: string;
  maxAgeSeconds: number;
  /** Called on each use: the URL is final once the service listens. */
  baseUrl: () => string;
}

export function cookie({ name, path = '/api/merchant', maxAgeSeconds, baseUrl }: CookieOptions): Cookie {
  const isHttps = () => baseUrl().startsWith('https:');
  const start = () => `${isHttps() ? '__Secure-' : ''}${name}=`;
  const line = (value: string, seconds: number) =>
    `${start()}${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${isHttps() ? '; Secure' : ''}`;
  return {
    write: (value) => line(value, maxAgeSeconds),
    read(cookies) {
      const pair = cookies.split(/; */).find((each) => each.startsWith(start()));
      return pair?.slice(start().length);
    },
    clear: () => line('', 0),
  };
}
