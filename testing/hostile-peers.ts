import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** Answers a connection after the first bytes of a request. */
export type Peer = (socket: Socket) => void;

const TRICKLE_MS = 20;
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const EMPTY_GZIP = gzipSync('');

/** Ways in which a peer can fail to answer. */
export const HOSTILE_PEERS = {
  'switches protocols': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  'answers 101 without naming a protocol': (socket) => socket.write('HTTP/1.1 101 No\r\n\r\n'),
  'answers with a status that is none': (socket) =>
    socket.write('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'),
  'closes without an answer': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'says nothing': () => undefined,
  'closes its half within the body': (socket) => socket.end(`${HEAD}Content-Length: 100\r\n\r\n{`),
  'sends headers without end': (socket) => flood(socket, `${HEAD}x: `, 'y'.repeat(4_096)),
  'trickles headers': (socket) => void trickle(socket, HEAD, 'x-header: y\r\n'),
  'sends informational answers without end': (socket) => flood(socket, '', 'HTTP/1.1 103 Hints\r\n\r\n'),
  'trickles informational answers': (socket) => void trickle(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'),
  'sends a body without end': (socket) => flood(socket, `${HEAD}\r\n`, 'x'.repeat(65_536)),
  'trickles a body': (socket) => void trickle(socket, `${HEAD}Content-Length: 100000\r\n\r\n`, 'x'),
  'trickles chunks of one byte': (socket) =>
    void trickle(socket, `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'),
  'sends a packed body without end that unpacks to nothing': (socket) =>
    flood(socket, `${HEAD}Content-Encoding: gzip\r\n\r\n`, Buffer.concat(Array(2_000).fill(EMPTY_GZIP))),
  'trickles trailers': (socket) =>
    void trickle(socket, `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n`, 'x-trailer: y\r\n'),
} satisfies Record<string, Peer>;

export interface HostileServer {
  url: string;
  /** Answers from now on, on open connections as well. */
  become(peer: Peer): void;
  /** Counts of accepted and of open connections. */
  connections(): { made: number; open: number };
  /** Resolves when the client has closed all its connections. */
  left(): Promise<void>;
  close(): Promise<void>;
}

/** TCP server on loopback that behaves like one peer and keeps its half of each connection open. */
export async function startHostileServer(first: Peer): Promise<HostileServer> {
  let [peer, count] = [first, 0];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    // Closes with the client: later writes would be reset.
    socket.on('end', () => socket.destroy());
    socket.on('data', () => peer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become(next) {
      peer = next;
    },
    connections: () => ({ made: count, open: sockets.size }),
    async left() {
      while (sockets.size > 0) await delay(10);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Valid response on a keep-alive connection. */
export const honest: Peer = (socket) => socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);

/** Writes as fast as the socket accepts, until it closes. */
function flood(socket: Socket, head: string, piece: string | Buffer): void {
  const more = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.write(head);
  socket.on('drain', more);
  more();
}

async function trickle(socket: Socket, head: string, piece: string): Promise<void> {
  socket.write(head);
  while (socket.writable) {
    socket.write(piece);
    await delay(TRICKLE_MS);
  }
}
