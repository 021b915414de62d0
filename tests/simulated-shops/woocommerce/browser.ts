/** A buyer's browser: keeps cookies, and follows redirects with them. */
export interface Browser {
  open(url: string): Promise<BrowserPage>;
  submit(url: string, fields?: Record<string, string>): Promise<BrowserPage>;
}

export type BrowserPage = { url: URL; status: number; html: string };

export function openBrowser(): Browser {
  const cookies = new Map<string, string>();
  async function visit(url: string, init: RequestInit = {}): Promise<BrowserPage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: cookie ? { cookie } : {} });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) return visit(new URL(location, url).href);
    return { url: new URL(url), status: response.status, html: await response.text() };
  }
  return {
    open: (url) => visit(url),
    submit: (url, fields = {}) => visit(url, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}
