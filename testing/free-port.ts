import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that kernels give to outgoing connections, which could take one before its server listens. */
const [FIRST_PORT, END_PORT] = [10_000, 32_000];

/** Returns a loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, END_PORT);
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  await new Promise((resolve) => server.close(resolve));
  return port;
}
