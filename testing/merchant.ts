import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer } from './agent.ts';
import type { MailServer } from './mail-server.ts';
import type { TestService } from './test-service.ts';

export const PASSWORD = 'a long enough password';

type Running = { baseUrl: string };
export type TestAccount = { id: string; name: string; email: string; created_at: string };

/** Client of the merchant API that keeps the session cookie, in a browser that no account knows. Paths are below `/api/merchant`; the body of a CSV file is its text. */
export function merchantOf({ baseUrl }: Running, headers: Record<string, string> = {}) {
  let cookie: string | undefined;
  /** Cookie of a sign-in at a provider or by a passkey that has begun. */
  let begun: string | undefined;
  const cookies = () => (begun === undefined ? cookie : [cookie ?? [], begun].flat().join('; '));

  function keep(line: string): void {
    const [pair = ''] = line.split(';');
    if (/\.(sign-on|passkey)=/.test(pair)) begun = pair;
    else if (!pair.includes('.device=')) cookie = pair;
  }

  async function send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const cookie = cookies();
    const response = await fetch(`${baseUrl}/api/merchant${path}`, {
      method,
      headers: {
        ...headers,
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    response.headers.getSetCookie().forEach(keep);
    return { status: response.status, headers: response.headers, body: (await bodyOf(response)) as Body };
  }

  return {
    send,
    get: <Body = Record<string, unknown>>(path: string, more?: Record<string, string>) =>
      send<Body>('GET', path, undefined, more),
    post: <Body = Record<string, unknown>>(path: string, body?: unknown, more?: Record<string, string>) =>
      send<Body>('POST', path, body, more),
    put: <Body = Record<string, unknown>>(path: string, body: unknown, more?: Record<string, string>) =>
      send<Body>('PUT', path, body, more),
    delete: <Body = Record<string, unknown>>(path: string, body?: unknown, more?: Record<string, string>) =>
      send<Body>('DELETE', path, body, more),
    /** Cookie as `name=value`. */
    cookie: cookies,
  };
}

/** Reads JSON, or the text of a CSV file with its byte order mark. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return response.headers.get('content-type')?.startsWith('text/csv') ? text : JSON.parse(text);
}

export type Merchant = ReturnType<typeof merchantOf>;

/** Signs up a merchant. The first one of a service owns its demo stores. */
export async function signUp(
  running: Running,
  { email = `${randomUUID()}@shop.example`, name = 'Merchant', password = PASSWORD } = {},
): Promise<Merchant & { account: TestAccount }> {
  const merchant = merchantOf(running);
  const answer = await merchant.post<{ account: TestAccount }>('/sign-up', { name, email, password });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { ...merchant, account: answer.body.account };
}

/** Signs up a merchant by a mailed link, where the service sends e-mail. */
export async function signUpByMail(
  { baseUrl, service }: Pick<TestService, 'baseUrl' | 'service'>,
  { mails }: Pick<MailServer, 'mails'>,
  { email = `${randomUUID()}@shop.example`, name = 'Merchant', password = PASSWORD } = {},
): Promise<Merchant & { account: TestAccount }> {
  const merchant = merchantOf({ baseUrl });
  assert.equal((await merchant.post('/sign-up/link', { email })).status, 200);
  await service.backgroundWork.drain();
  const [link] = /http\S+confirm#\S+/.exec(mails.findLast(({ to }) => to === email)?.text ?? '') ?? [''];
  const answer = await merchant.post<{ account: TestAccount }>('/sign-up/confirm', {
    token: tokenIn(link),
    name,
    password,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { ...merchant, account: answer.body.account };
}

/** Id of the merchant's first organization. */
export async function organizationOf(merchant: Merchant): Promise<string> {
  const { body } = await merchant.get<{ items: { id: string }[] }>('/organizations');
  return body.items[0]?.id ?? assert.fail('the merchant has an organization');
}

/** Makes a merchant a member of another one's first organization, by an invitation. */
export async function joinAs(role: string, owner: Merchant, member: Merchant & { account: TestAccount }) {
  const path = `/organizations/${await organizationOf(owner)}/invitations`;
  const { body } = await owner.post<{ link: string }>(path, { email: member.account.email, role });
  const accepted = await member.post('/invitations/accept', { token: tokenIn(body.link) });
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
}

/** Token in the fragment of a link. */
export function tokenIn(link: string): string {
  return new URL(link).hash.slice(1);
}

/** Client of the same merchant with an API token for some stores or for all. */
export async function withToken(
  running: Running,
  merchant: Merchant,
  stores?: string[],
  scope: 'read' | 'manage' = 'manage',
): Promise<Merchant> {
  const answer = await merchant.post<{ token: string }>('/tokens', {
    name: 'a script',
    scope,
    expires_in_days: null,
    ...(stores ? { stores } : {}),
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return merchantOf(running, { authorization: `Bearer ${answer.body.token}` });
}
