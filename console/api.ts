/** Error response of the service, with a message for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, answer: { error?: string; code?: string; details?: unknown }) {
    super(answer.error ?? `The service answered with status ${status}.`);
    this.status = status;
    this.code = answer.code ?? 'unknown';
    this.details = answer.details;
  }
}

type Query = Record<string, string | number | undefined>;

/** GET below /api/merchant. Parameters that are undefined or empty are left out. */
export function read<Answer>(path: string, query: Query = {}): Promise<Answer> {
  return ask('GET', withQuery(path, query));
}

/** POST, PUT or DELETE below /api/merchant. */
export function act<Answer = object>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object = {},
): Promise<Answer> {
  return ask(method, path, body);
}

export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/api/merchant${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  }).catch(unreachable);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer as Answer;
}

/** Throws that no answer has come. */
export function unreachable(): never {
  throw new ApiError(0, {
    code: 'unreachable',
    error: 'The service cannot be reached. Check that it is running.',
  });
}

/** Message of any thrown value. */
export function inWords(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
