/** One request of the playground and what came back, as it went over the wire. */
export interface Exchange {
  id: number;
  /** Purpose of the request. */
  title: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Undefined: no body was sent. */
  body: unknown;
  answer: Answer | undefined;
  /** Why there is no answer at all. */
  failure: string | undefined;
}

export interface Answer {
  status: number;
  durationMs: number;
  requestId: string | null;
  /** Parsed where it is JSON, else the text. */
  body: unknown;
}

export interface Call {
  title: string;
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Called twice for each exchange: when the request is sent, and when it ends. */
export type Watch = (exchange: Exchange) => void;

let lastExchange = 0;

/** Sends and times a request, reporting to `watch`. Rejects on network failures; error responses resolve. */
export async function exchange(
  call: Call,
  agentHeader: Record<string, string>,
  watch: Watch,
): Promise<Answer> {
  lastExchange += 1;
  const headers = { ...agentHeader, ...call.headers, ...jsonType(call.body) };
  const asked: Exchange = {
    id: lastExchange,
    title: call.title,
    method: call.method,
    url: call.url,
    headers,
    body: call.body,
    answer: undefined,
    failure: undefined,
  };
  watch(asked);
  try {
    const answer = await ask(call, headers);
    watch({ ...asked, answer });
    return answer;
  } catch (error) {
    watch({ ...asked, failure: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

async function ask(call: Call, headers: Record<string, string>): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(call.url, {
    method: call.method,
    headers,
    credentials: 'omit',
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    durationMs: Math.round(performance.now() - started),
    requestId: response.headers.get('x-request-id'),
    body: parsed(text),
  };
}

function jsonType(body: unknown): Record<string, string> {
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
