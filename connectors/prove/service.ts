import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { DEPLOYED } from '../../testing/deployed-settings.ts';
import { freePort } from '../../testing/free-port.ts';
import { until } from './until.ts';

export interface RunningService {
  url: string;
  /** Lines of its log that show a defect: errors, and failures of jobs by unexpected errors. */
  unexpected(): string[];
  close(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Starts an empty service in its own process, with the settings of the image. `ca` is a certificate to trust. */
export async function startService(ca: string | undefined): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'ucp-host-proof-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...DEPLOYED,
      // A build of the console leaves `production` behind.
      NODE_ENV: 'development',
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder, 'proof.db')}`,
      SANDBOX: 'off',
      ALLOW_PRIVATE_ADDRESSES: 'on',
      ...(ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: ca }),
    },
  });
  const unexpected = defectsIn(child.stdout);
  await until('the service listens', async () => (await fetch(`${url}/api/merchant/installation`)).ok);
  await until('the console is built', async () => (await fetch(`${url}/console/sign-up`)).ok, 120_000);
  return {
    url,
    unexpected,
    async close() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ERROR_LEVEL = 50;

function defectsIn(log: Readable): () => string[] {
  const defects: string[] = [];
  createInterface(log).on('line', (line) => {
    if (!line.startsWith('{')) return;
    const { level, err } = JSON.parse(line);
    if (level >= ERROR_LEVEL || err !== undefined) defects.push(line.slice(0, 1000));
  });
  return () => defects;
}
