import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { startHttpServer } from '../../testing/http-server.ts';
import { normalize, withoutForms } from './normalizer.ts';

/** One message of HTTP, as it went over the wire. */
export type Message = { headers: [name: string, value: string][]; body: string };

export interface Sent {
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object | string;
}

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a conversation reads a few members; all bytes are compared.
  body: any;
}

/** Headers that the transport sets, not the service. */
const OF_TRANSPORT = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'host',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
]);

/** Records the exchanges of one wire. `tick` moves the clock before each, so that no two have the same instant. */
export function createTape(tick: () => void) {
  const exchanges: string[] = [];
  const names = new Map<string, string>();

  /** Adds an exchange that took place elsewhere. */
  function add(title: string, request: Message, answered?: Message & { status: number }): void {
    const lines = [`=== ${title}`, ...render('>', request)];
    if (answered) lines.push(`< ${answered.status}`, ...render('<', answered));
    exchanges.push(lines.join('\n'));
  }

  /** Sends a request and records it with its answer. `url` may name any host: see `Host` in `sent.headers`. */
  async function call(method: string, url: string, message: Sent = {}, note = ''): Promise<Answer> {
    tick();
    const body = typeof message.body === 'object' ? JSON.stringify(message.body) : (message.body ?? '');
    const isJson = typeof message.body === 'object' && { 'content-type': 'application/json' };
    const headers: Record<string, string> = { ...isJson, ...message.headers };
    const answer = await exchange(method, url, { headers: Object.entries(headers), body });
    const { pathname, search } = new URL(url);
    const at = headers.host === undefined ? '' : ` at ${headers.host}`;
    add(
      `${method} ${pathname}${search}${at}${note && `: ${note}`}`,
      { headers: Object.entries(headers), body },
      answer,
    );
    const type = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: answer.body,
      body: type.startsWith('application/json') && answer.body !== '' ? JSON.parse(answer.body) : undefined,
    };
  }

  /** Listens on a loopback port, passes every request on to `target`, and records it with its answer. */
  async function listenBefore(target: string, from: string) {
    return startHttpServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const message = {
        headers: ofService(pairs(incoming.rawHeaders)),
        body: Buffer.concat(chunks).toString(),
      };
      const { method = 'GET', url = '/' } = incoming;
      const answer = await exchange(method, target + url, message);
      add(`${from}: ${method} ${url}`, message, answer);
      response.writeHead(answer.status, ofService(answer.headers).flat()).end(answer.body);
    });
  }

  return {
    call,
    add,
    /** Does something that works on several things at once, and orders what was recorded of it. */
    async ordered(act: () => Promise<void>): Promise<void> {
      const from = exchanges.length;
      await act();
      exchanges.push(...inOrder(exchanges.splice(from)));
    },
    listenBefore,
    /** Gives a value that varies a placeholder of its own. */
    name: (value: string, name: string) => void names.set(value, name),
    text: () => `${normalize(exchanges.join('\n\n'), names)}\n`,
  };
}

export type Tape = ReturnType<typeof createTape>;

function exchange(
  method: string,
  url: string,
  { headers, body }: Message,
): Promise<Message & { status: number }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, agent: false, headers: Object.fromEntries(headers) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: pairs(response.rawHeaders),
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function pairs(raw: string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? '']] : []));
}

function ofService(headers: Message['headers']): Message['headers'] {
  return headers.filter(([name]) => !OF_TRANSPORT.has(name));
}

function render(mark: string, { headers, body }: Message): string[] {
  const lines = ofService(headers).map(
    ([name, value]) => `${mark} ${name}: ${name === 'content-digest' ? digest(value, body) : value}`,
  );
  return [...lines.toSorted(), ...(body === '' ? [] : wrap(body))];
}

/** Compared here, because it is of the bytes before they are normalized. */
function digest(value: string, body: string): string {
  const right = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  return value === right ? 'sha-256=:<digest of the body>:' : value;
}

/** Breaks a body of one line after its inner objects, which loses nothing: the mark says that the breaks are no bytes of it. */
function wrap(body: string): string[] {
  if (/^(.)\1{999,}$/.test(body)) return [`(${body.length} times ${body[0]})`];
  if (body.includes('\n')) return ['(as it is)', body];
  return ['(wrapped)', body.replaceAll(/([}\]],)/g, '$1\n')];
}

/** Orders exchanges by their request ids' tasks, and each task's by their texts: both without what varies. */
function inOrder(exchanges: string[]): string[] {
  const byText = (one: { key: string }, other: { key: string }) =>
    Number(one.key > other.key) - Number(one.key < other.key);
  const keyed = exchanges.map((text) => ({ text, key: withoutForms(text) })).toSorted(byText);
  const tasks = Map.groupBy(keyed, ({ text }) => /x-request-id: (.*)/.exec(text)?.[1]);
  return [...tasks.values()]
    .map((task) => ({ task, key: task.map(({ key }) => key).join() }))
    .toSorted(byText)
    .flatMap(({ task }) => task.map(({ text }) => text));
}
