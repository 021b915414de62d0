import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../testing/free-port.ts';
import { until } from './until.ts';

export interface RunningService {
  url: string;
  close(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Starts an empty service in its own process. `ca` is a certificate to trust. */
export async function startService(ca: string | undefined): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'ucp-host-proof-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      // A build of the console leaves `production` behind.
      NODE_ENV: 'development',
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder, 'proof.db')}`,
      SANDBOX: 'off',
      ALLOW_PRIVATE_ADDRESSES: 'on',
      ...(ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: ca }),
    },
  });
  await until('the service listens', async () => (await fetch(`${url}/api/merchant/installation`)).ok);
  await until('the console is built', async () => (await fetch(`${url}/console/sign-up`)).ok, 120_000);
  return {
    url,
    async close() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
