import { connect, type Socket } from 'node:net';

/** Complete HTTP/1.1 request, as bytes. */
export type Request = Buffer;

interface Answer {
  status: number;
  bytes: number;
  /** Decoded on demand. */
  body(): string;
}

interface Load {
  /** Returns the next request. */
  next(): Request;
  /** Stops after this many milliseconds or responses. */
  until: { ms: number } | { answers: number };
  onAnswer?(answer: Answer, latencyMs: number): void;
}

interface Measured {
  answers: number;
  ms: number;
}

export interface Connections extends Disposable {
  run(load: Load): Promise<Measured>;
}

/**
 * Opens keep-alive connections that each send the next request after a response. Uses bare sockets, because a client
 * costlier than the server would measure itself. Throws for a status other than 2xx.
 */
export async function openConnections(port: number, count: number): Promise<Connections> {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port)));
  return {
    async run(load) {
      const began = performance.now();
      const state = { answers: 0, done: doneOf(load, began) };
      const rest = stayAwake();
      await Promise.all(sockets.map((socket) => drive(socket, load, state))).finally(rest);
      return { answers: state.answers, ms: performance.now() - began };
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const MAX_WAIT_MS = 10_000;

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.setTimeout(MAX_WAIT_MS).once('error', reject);
  });
}

/** A sleeping client is woken by each response at the server's cost, which would burden slow servers more. */
function stayAwake(): () => void {
  let awake = true;
  const lookAgain = () => {
    if (awake) setImmediate(lookAgain);
  };
  lookAgain();
  return () => {
    awake = false;
  };
}

interface Progress {
  answers: number;
  done(answers: number): boolean;
}

function doneOf({ until }: Load, began: number): Progress['done'] {
  if ('answers' in until) return (answers) => answers >= until.answers;
  return () => performance.now() - began >= until.ms;
}

/** Keeps one connection busy until the load ends. */
function drive(socket: Socket, load: Load, progress: Progress): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = EMPTY;
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(load.next());
    };
    const read = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received);
      if (!answer) return;
      received = EMPTY;
      const reason = reasonToFail(answer);
      if (reason === undefined) take(answer);
      else fail(new Error(reason));
    };
    const take = (answer: Answer) => {
      progress.answers += 1;
      load.onAnswer?.(answer, performance.now() - sentAt);
      if (!progress.done(progress.answers)) return send();
      leave();
      resolve();
    };
    const fail = (error: Error) => {
      leave();
      reject(error);
    };
    const closed = () => fail(new Error('The server closed a connection'));
    const stalled = () => fail(new Error('The server does not answer'));
    const leave = () => socket.off('data', read).off('close', closed).off('timeout', stalled);
    socket.on('data', read).on('close', closed).on('timeout', stalled);
    send();
  });
}

const EMPTY = Buffer.alloc(0);
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;

function reasonToFail({ status, bytes, body }: Answer): string | undefined {
  if (status >= 300) return `Answered ${status}: ${body()}`;
  return Number.isNaN(bytes) ? 'The server sent no Content-Length' : undefined;
}

/** Returns undefined until the response is complete. */
function readAnswer(received: Buffer): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = received.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const rest = received.subarray(end + 4);
  const bytes = Number(CONTENT_LENGTH.exec(head)?.[1]);
  if (rest.length < bytes) return undefined;
  return { status, bytes, body: () => rest.toString() };
}
