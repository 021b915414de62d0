import { connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  port: number;
  /** Accepts connections and bytes but forwards nothing, like a hung machine or a firewall that lost its state. */
  hang(): void;
  /** Forwards everything again, including buffered bytes. */
  goOn(): void;
  /** Cuts all connections, and connects new ones to another server, as a virtual address does. */
  moveTo(target: number): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a local server. */
export async function silentProxy(first: number): Promise<SilentProxy> {
  let target = first;
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let hangs = false;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A connection closed by one side was also closed on the other.
    socket.on('error', () => undefined);
    if (hangs) socket.pause();
    return socket;
  };

  const server = createServer({ allowHalfOpen: false }, (client) => {
    keep(client);
    const passOn = () => {
      if (client.destroyed) return;
      const upstream = keep(connect(target, '127.0.0.1'));
      client.on('data', (bytes) => upstream.write(bytes));
      upstream.on('data', (bytes) => client.write(bytes));
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
    };
    if (hangs) waiting.push(passOn);
    else passOn();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    hang() {
      hangs = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      hangs = false;
      for (const socket of sockets) socket.resume();
      for (const passOn of waiting.splice(0)) passOn();
    },
    moveTo(other) {
      target = other;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
