import { z } from 'zod';
import { parseJson } from '../../commerce/json/parse-json.ts';
import { type Diagnostic, toOkDiagnostic, toProblemDiagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/ask-whole.ts';

export const ANSWER_LIMITS = { timeoutMs: 30_000, maxBytes: 4 * 1024 * 1024 };

interface JsonAnswer {
  /** 0 without a response. */
  status: number;
  /** Undefined unless JSON. */
  body: unknown;
  /** Failure code, or the start of a body that is not JSON. */
  seen: string;
}

export interface JsonRequest {
  body?: object | undefined;
  headers?: Record<string, string>;
}

/** Request for JSON: a POST when it has a body. */
export function toJsonRequest({ body, headers }: JsonRequest) {
  const accept = { accept: 'application/json', ...headers };
  if (!body) return { method: 'GET', headers: accept };
  const content = { ...accept, 'content-type': 'application/json' };
  return { method: 'POST', headers: content, body: JSON.stringify(body) };
}

export async function askJson(ask: Probe, url: string, request: JsonRequest = {}): Promise<JsonAnswer> {
  const probed = await ask(url, toJsonRequest(request));
  if (probed.kind === 'failure') return { status: 0, body: undefined, seen: `nothing came (${probed.code})` };
  const body = parseJson(probed.text);
  const seen = body === undefined ? `“${probed.text.trim().slice(0, 60)}”` : '';
  return { status: probed.status, body, seen };
}

interface Expected<Data> {
  check: string;
  /** Names the request in the diagnostic. */
  what: string;
  shape: z.ZodType<Data>;
  status?: number;
}

/** Returns the content of an answer, or the diagnostic of an answer without the expected status or shape. */
export function readAnswer<Data>(answer: JsonAnswer, { check, what, shape, status = 200 }: Expected<Data>) {
  const { success, data, error } = shape.safeParse(answer.body);
  if (success && answer.status === status) return { data };
  return { diagnostic: toProblemDiagnostic(check, describeFlaw(answer, what, status, error?.issues ?? [])) };
}

/** Diagnoses an answer; one of the expected shape by `diagnose`, whose text is the title of a diagnostic that all is well. */
export function diagnoseAnswer<Data>(
  answer: JsonAnswer,
  expected: Expected<Data>,
  diagnose: (data: Data) => string | Diagnostic,
): Diagnostic {
  const read = readAnswer(answer, expected);
  if (read.diagnostic) return read.diagnostic;
  const diagnosed = diagnose(read.data);
  return typeof diagnosed === 'string' ? toOkDiagnostic(expected.check, diagnosed) : diagnosed;
}

function describeFlaw(answer: JsonAnswer, what: string, status: number, issues: readonly z.core.$ZodIssue[]) {
  const reason = z.object({ error: z.string() }).safeParse(answer.body).data?.error;
  if (answer.status === 0)
    return {
      title: `${what} has no answer.`,
      cause: `Seen at the endpoint: ${answer.seen}.`,
      remedy: 'Check that the service runs, and that the manifest names its public address (BASE_URL).',
    };
  if (answer.status !== status)
    return {
      title: `${what} answers ${answer.status} instead of ${status}.`,
      cause: reason === undefined ? `It says ${answer.seen || 'nothing about it'}.` : `It says: ${reason}`,
      remedy: REMEDIES[answer.status] ?? LOOK_INTO_LOG,
    };
  if (answer.body === undefined)
    return {
      title: `${what} does not answer with JSON.`,
      cause: `It begins ${answer.seen}.`,
      remedy: 'A proxy or firewall may answer in the service’s place: let these paths pass.',
    };
  const wrong = issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return {
    title: `${what} answers in another shape than the contract has.`,
    cause: wrong.join('; '),
    remedy: 'Bring the host to a release that speaks this contract.',
  };
}

export const LOOK_INTO_LOG = 'Look into the service’s log for this request.';

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'Agents have no credentials: these paths must be open to all.',
  403: 'A firewall stands before the service: let these paths pass.',
  404: 'See whether the store is connected, and whether the manifest is this host’s own.',
  429: 'Check again in a minute.',
  502: 'The shop, or the service behind its proxy, is down or answers nonsense.',
  503: 'The shop is down or asks for fewer requests: check again in a minute.',
  504: 'The shop takes too long: see how it is doing.',
};
