/** Header values by lower-case name; repeated headers joined with `, ` (RFC 9421, 2.1). */
export type MessageHeaders = Readonly<Record<string, string | undefined>>;

/** Request as its sender addressed it, before any rewriting of its path. */
export interface RequestToVerify {
  kind: 'request';
  method: string;
  scheme: 'http' | 'https';
  /** Name of this service, never a name that only the request claims: a signature for another business must fail here. */
  authority: string;
  /** Path and query of the request line. */
  target: string;
  headers: MessageHeaders;
  /** Raw bytes; undefined without a body. Before the body has come, only the covered digest is verified. */
  body: Uint8Array | 'unread' | undefined;
}

export type Message = RequestToVerify | { kind: 'response'; status: number; headers: MessageHeaders };

export function requestToVerify(
  message: Omit<RequestToVerify, 'kind' | 'headers'>,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): RequestToVerify {
  const joined = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return { kind: 'request', ...message, headers: Object.fromEntries(joined) };
}

const DEFAULT_PORT = { http: ':80', https: ':443' };

/** Value of a derived component (RFC 9421, 2.2); undefined when the message has none. */
export function getDerivedComponent(message: Message, name: string): string | undefined {
  if (message.kind === 'response') return name === '@status' ? String(message.status) : undefined;
  const { method, scheme, target } = message;
  const queryAt = target.indexOf('?');
  switch (name) {
    case '@method':
      return method;
    case '@scheme':
      return scheme;
    case '@authority':
      return normalizeAuthority(message);
    case '@target-uri':
      return `${scheme}://${normalizeAuthority(message)}${target}`;
    case '@request-target':
      return target;
    case '@path':
      return queryAt === -1 ? target : target.slice(0, queryAt) || '/';
    case '@query':
      return queryAt === -1 ? '?' : target.slice(queryAt);
    default:
      return undefined;
  }
}

/** Values by name, of parameters that occur once, encoded as RFC 9421, 2.2.8 says. */
export function parseQueryParameters({ target }: RequestToVerify): ReadonlyMap<string, string> {
  const queryAt = target.indexOf('?');
  const query = queryAt === -1 ? '' : target.slice(queryAt);
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (values.has(encodeParameter(name))) repeated.add(encodeParameter(name));
    values.set(encodeParameter(name), encodeParameter(value));
  }
  for (const name of repeated) values.delete(name);
  return values;
}

function encodeParameter(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1).replaceAll('+', '%20');
}

/** Lower case, without the scheme's default port. */
function normalizeAuthority({ scheme, authority }: RequestToVerify): string {
  const host = authority.toLowerCase();
  const port = DEFAULT_PORT[scheme];
  return host.endsWith(port) ? host.slice(0, -port.length) : host;
}
