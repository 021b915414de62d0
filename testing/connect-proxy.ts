import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** HTTP proxy that tunnels every host to one port of this machine. */
export async function startConnectProxy(port: number) {
  const open = new Set<Socket>();
  const tunneled: string[] = [];
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on('connect', (request, client: Socket, head: Buffer) => {
    tunneled.push(String(request.url));
    const onward = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      client.pipe(onward).pipe(client);
    });
    for (const socket of [client, onward]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Targets of the tunnels, in order: `demo-shopify.stores.example:443`. */
    tunneled,
    async close() {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
