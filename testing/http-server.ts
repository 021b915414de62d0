import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  port: number;
  /** Cuts open connections. */
  close(): Promise<void>;
}

/** Starts an HTTP server on a port of loopback, by default a free one. */
export async function startHttpServer(listener: RequestListener, requestedPort = 0): Promise<HttpServer> {
  const server = createServer(listener);
  await once(server.listen(requestedPort, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, port, close, [Symbol.asyncDispose]: close };
}
