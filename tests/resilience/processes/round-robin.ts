import { connect, createServer, type Socket } from 'node:net';

export interface RoundRobin {
  url: string;
  /** Sets the targets of later connections. */
  send(ports: readonly number[]): void;
  close(): Promise<void>;
}

/** Round-robin load balancer that skips processes which refuse the connection. */
export async function roundRobin(): Promise<RoundRobin> {
  let ports: readonly number[] = [];
  let turn = 0;
  const open = new Set<Socket>();

  function dealOut(client: Socket, left: number): void {
    const port = ports[turn++ % Math.max(1, ports.length)];
    if (port === undefined || left === 0) return void client.destroy();
    const served = connect(port, '127.0.0.1');
    let isConnected = false;
    served.once('connect', () => {
      isConnected = true;
      client.pipe(served).pipe(client);
    });
    served.once('error', () => (isConnected ? client.destroy() : dealOut(client, left - 1)));
    served.once('close', () => isConnected && client.destroy());
    client.once('close', () => served.destroy());
  }

  const server = createServer((client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    dealOut(client, ports.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    send(list) {
      ports = list;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
