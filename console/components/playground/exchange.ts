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

interface Answer {
  status: number;
  durationMs: number;
  requestId: string | null;
  /** Parsed where it is JSON, else the text. */
  body: unknown;
}

/** Called twice for each exchange: when the request is sent, and when it ends. */
export type Watch = (exchange: Exchange) => void;

let lastExchange = 0;

/** Returns a fetch that times each request and reports it to `watch`. `title`: purpose of the request. */
export function watchedFetch(title: string, watch: Watch): typeof fetch {
  return async (input, init = {}) => {
    lastExchange += 1;
    const exchange: Exchange = {
      id: lastExchange,
      title,
      method: init.method ?? 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? parsed(init.body) : undefined,
      answer: undefined,
      failure: undefined,
    };
    watch(exchange);
    const started = performance.now();
    try {
      const response = await fetch(input, { ...init, credentials: 'omit' });
      const body = parsed(await response.clone().text());
      const durationMs = Math.round(performance.now() - started);
      const requestId = response.headers.get('x-request-id');
      watch({ ...exchange, answer: { status: response.status, durationMs, requestId, body } });
      return response;
    } catch (error) {
      watch({ ...exchange, failure: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
