/**
 * Pays on a hosted checkout page: opens it, submits its first POST form, follows redirects and keeps cookies. Throws when
 * the page has no form.
 */
export async function payCheckout(continueUrl: string, typed: Record<string, string> = {}): Promise<string> {
  const cookies = new Map<string, string>();
  const page = await visit(continueUrl, { method: 'GET' }, cookies);
  const form = postForm(page.html);
  if (!form) throw new Error(`Nothing to pay on the page: ${page.html.slice(0, 300)}`);
  const body = new URLSearchParams({ ...fieldsOf(form.inner), ...typed });
  const paid = await visit(
    new URL(form.action || page.url, page.url).href,
    { method: 'POST', body },
    cookies,
  );
  if (!paid.ok) throw new Error(`The payment was refused: ${paid.html.slice(0, 300)}`);
  return paid.html;
}

/** Page that a new browser shows at the address. */
export function openCheckout(continueUrl: string): Promise<Page> {
  return visit(continueUrl, { method: 'GET' }, new Map());
}

type Page = { url: string; ok: boolean; html: string };

/** Requests a page as a browser with these cookies does, which it keeps up to date. */
export async function visit(url: string, init: RequestInit, cookies: Map<string, string>): Promise<Page> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(url, { ...init, redirect: 'manual', headers: cookie ? { cookie } : {} });
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
    cookies.set(name, value);
  }
  const location = response.headers.get('location');
  if (location !== null) return visit(new URL(location, url).href, { method: 'GET' }, cookies);
  return { url, ok: response.ok, html: await response.text() };
}

function postForm(html: string): { action: string; inner: string } | undefined {
  for (const [, tag = '', inner = ''] of html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)) {
    if (/\bmethod="?post/i.test(tag)) return { action: attribute(tag, 'action') ?? '', inner };
  }
  return undefined;
}

function fieldsOf(form: string): Record<string, string> {
  const inputs = [...form.matchAll(/<(?:input|button)\b([^>]*)>/gi)].map(([, tag = '']) => inputField(tag));
  const selects = [...form.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/gi)].map(
    ([, tag = '', options = '']) => selectField(tag, options),
  );
  return Object.fromEntries([...inputs, ...selects].filter((field) => field !== undefined));
}

type Field = [name: string, value: string] | undefined;

function inputField(tag: string): Field {
  const name = attribute(tag, 'name');
  const choice = /\btype="?(?:radio|checkbox)/i.test(tag);
  if (!name || (choice && !/\bchecked\b/i.test(tag))) return undefined;
  return [name, attribute(tag, 'value') ?? (choice ? 'on' : '')];
}

function selectField(tag: string, options: string): Field {
  const name = attribute(tag, 'name');
  const option = /<option\b([^>]*)\bselected\b/i.exec(options) ?? /<option\b([^>]*)>/i.exec(options);
  return name && option ? [name, attribute(option[1] ?? '', 'value') ?? ''] : undefined;
}

function attribute(tag: string, name: string): string | undefined {
  const raw = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return raw?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
