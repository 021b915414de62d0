import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ServiceOverrides } from '../src/composition/overrides.ts';
import { openDatabase } from '../src/storage/engine/database.ts';
import { createDatabaseFailureError } from '../src/storage/engine/database-failure.ts';

/** Database that fails from a statement on. */
export interface FailingDatabase {
  /** URL for the service. */
  url: string;
  overrides: ServiceOverrides;
  /** Lets so many statements pass, then none. */
  failAfter(statements: number): void;
  /** Lets all pass again. Returns whether one had failed. */
  work(): boolean;
  close(): Promise<void>;
}

export function failingDatabase(databaseUrl: string): Promise<FailingDatabase> {
  return databaseUrl.startsWith('sqlite:')
    ? Promise.resolve(fullDisk(databaseUrl))
    : endedConnections(databaseUrl);
}

function statementCount() {
  let left = Number.POSITIVE_INFINITY;
  return {
    failAfter(statements: number) {
      left = statements;
    },
    work() {
      const hasFailed = left < 0;
      left = Number.POSITIVE_INFINITY;
      return hasFailed;
    },
    /** Returns false for a statement that fails. */
    pass(): boolean {
      left -= 1;
      return left >= 0;
    },
  };
}

/** SQLite on a full disk. Reads that pass Kysely by go on, as on a real one. */
function fullDisk(url: string): FailingDatabase {
  const count = statementCount();
  return {
    ...{ url, failAfter: count.failAfter, work: count.work },
    overrides: {
      async openDatabase(...args) {
        const database = await openDatabase(...args);
        return database.withPlugin({
          transformQuery({ node }) {
            if (count.pass()) return node;
            throw createDatabaseFailureError('full');
          },
          transformResult: async ({ result }) => result,
        });
      },
    },
    close: async () => undefined,
  };
}

/** Messages of PostgreSQL's protocol that begin a statement: Execute, and Query for `begin` and `commit`. */
const STATEMENTS = ['E', 'Q'];

/** PostgreSQL behind a proxy that ends the connections before a statement reaches the server. */
async function endedConnections(databaseUrl: string): Promise<FailingDatabase> {
  const target = new URL(databaseUrl);
  const count = statementCount();
  const open = new Set<Socket>();
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  // Messages are passed on one by one: each would wait for the confirmation of the one before.
  const server = createServer({ noDelay: true }, (client) => {
    const onward = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    for (const socket of [client, onward]) {
      open.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(socket);
          client.destroy();
          onward.destroy();
        });
    }
    onward.pipe(client);
    client.on(
      'data',
      messagesOf((type, bytes) => {
        if (STATEMENTS.includes(type) && !count.pass()) endAll();
        else onward.write(bytes);
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = Object.assign(new URL(databaseUrl), { port: String((server.address() as AddressInfo).port) });
  return {
    ...{ url: url.href, overrides: {}, failAfter: count.failAfter, work: count.work },
    async close() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Divides what a client sends into messages; the first one has a length and no type. */
function messagesOf(take: (type: string, bytes: Buffer) => void): (chunk: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0);
  let hasBegun = false;
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (let end = endOf(waiting, hasBegun); end <= waiting.length; end = endOf(waiting, hasBegun)) {
      const message = waiting.subarray(0, end);
      waiting = waiting.subarray(end);
      take(hasBegun ? String.fromCharCode(message[0] ?? 0) : '', message);
      hasBegun = true;
    }
  };
}

/** End of the first message; infinite before its length has come. */
function endOf(waiting: Buffer, hasType: boolean): number {
  const head = hasType ? 1 : 0;
  return waiting.length < head + 4 ? Number.POSITIVE_INFINITY : head + waiting.readInt32BE(head);
}
