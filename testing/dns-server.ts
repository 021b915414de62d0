import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const TYPES = { a: 1, txt: 16 } as const;
const CODES = { noError: 0, serverFailure: 2, noSuchName: 3 } as const;

/** Name server on loopback with a zone that the test writes. */
export interface DnsServer {
  /** Address in the format of `DNS_SERVERS`. */
  address: string;
  /** TXT records and IPv4 addresses by name. A name without either does not exist. */
  texts: Map<string, string[]>;
  addresses: Map<string, string>;
  /** When true, every query gets SERVFAIL. */
  failing: boolean;
  /** Names whose queries get no response. */
  silent(name: string): boolean;
  /** Queries received, as `TXT name`. */
  questions: string[];
  close(): Promise<void>;
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = {
    address: '',
    texts: new Map(),
    addresses: new Map(),
    failing: false,
    silent: () => false,
    questions: [],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, from) => {
    const answer = answerTo(query, server);
    if (answer) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return server;
}

/** Subset of RFC 1035 for these queries. */
function answerTo(query: Buffer, server: DnsServer): Buffer | undefined {
  const { name, end } = nameAt(query, 12);
  const question = query.subarray(12, end + 4);
  const type = query.readUInt16BE(end);
  server.questions.push(`${type === TYPES.txt ? 'TXT' : type} ${name}`);
  if (server.silent(name)) return undefined;
  const records = server.failing ? [] : recordsOf(server, name, type);
  const exists = server.texts.has(name) || server.addresses.has(name);
  const code = server.failing ? CODES.serverFailure : exists ? CODES.noError : CODES.noSuchName;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // Flags: response, authoritative, recursion desired and available.
  header.writeUInt16BE(0x8580 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records.map((data) => recordOf(type, data))]);
}

function recordsOf({ texts, addresses }: DnsServer, name: string, type: number): Buffer[] {
  if (type === TYPES.txt) return (texts.get(name) ?? []).map(inPieces);
  const address = type === TYPES.a ? addresses.get(name) : undefined;
  return address === undefined ? [] : [Buffer.from(address.split('.').map(Number))];
}

function inPieces(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const piece = bytes.subarray(at, at + 255);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  return Buffer.concat(pieces);
}

/** Record for the queried name with a TTL of 0. */
function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function nameAt(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}
