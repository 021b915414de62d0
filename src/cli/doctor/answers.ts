import { z } from 'zod';
import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/probe.ts';

interface JsonAnswer {
  /** 0 without a response. */
  status: number;
  /** Undefined unless JSON. */
  body: unknown;
  /** Failure code, or the start of a body that is not JSON. */
  seen: string;
}

interface JsonRequest {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

export async function askJson(ask: Probe, url: string, request: JsonRequest = {}): Promise<JsonAnswer> {
  const { method = 'GET', body, headers = {} } = request;
  const probed = await ask(url, {
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (probed.kind === 'failure') return { status: 0, body: undefined, seen: `nothing came (${probed.code})` };
  try {
    return { status: probed.status, body: JSON.parse(probed.text), seen: '' };
  } catch {
    return { status: probed.status, body: undefined, seen: `“${probed.text.trim().slice(0, 60)}”` };
  }
}

export const fine = (check: string, title: string): Diagnostic => ({ check, level: 'ok', title });

const finding =
  (level: Diagnostic['level']) =>
  (check: string, title: string, cause: string, remedy: string): Diagnostic => ({
    check,
    level,
    title,
    cause,
    remedy,
  });

export const warning = finding('warning');
export const problem = finding('problem');

/** Diagnoses a response that does not have the expected status or shape. */
export function badAnswer(
  check: string,
  what: string,
  answer: JsonAnswer,
  shape: z.ZodType,
  expected = 200,
): Diagnostic {
  if (answer.status === 0) {
    return problem(
      check,
      `${what} has no answer.`,
      `Seen at the endpoint: ${answer.seen}.`,
      'Check that the service runs, and that the manifest names its public address (BASE_URL).',
    );
  }
  if (answer.status !== expected) {
    return problem(
      check,
      `${what} answers ${answer.status} instead of ${expected}.`,
      saidBy(answer),
      REMEDIES[answer.status] ?? 'Look into the service’s log for this request.',
    );
  }
  if (answer.body === undefined) {
    return problem(
      check,
      `${what} does not answer with JSON.`,
      `It begins ${answer.seen}.`,
      'A proxy or firewall may answer in the service’s place: let these paths pass.',
    );
  }
  const { issues = [] } = shape.safeParse(answer.body).error ?? {};
  const wrong = issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return problem(
    check,
    `${what} answers in another shape than the contract has.`,
    wrong.join('; '),
    'Bring the host to a release that speaks this contract.',
  );
}

function saidBy({ body, seen }: JsonAnswer): string {
  const parsed = z.object({ error: z.string() }).safeParse(body);
  return parsed.success ? `It says: ${parsed.data.error}` : `It says ${seen || 'nothing about it'}.`;
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'Agents have no credentials: these paths must be open to all.',
  403: 'A firewall stands before the service: let these paths pass.',
  404: 'See whether the store is connected, and whether the manifest is this host’s own.',
  429: 'Check again in a minute.',
  502: 'The shop, or the service behind its proxy, is down or answers nonsense.',
  503: 'The shop is down or asks for fewer requests: check again in a minute.',
  504: 'The shop takes too long: see how it is doing.',
};
