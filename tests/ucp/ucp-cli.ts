import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHttpServer } from '../../testing/http-server.ts';
import type { Message, UcpCheckout, UcpProduct } from '../../testing/ucp-agent.ts';

const PROGRAM = fileURLToPath(new URL('./bin.js', import.meta.resolve('@shopify/ucp-cli')));

/** Printed answer, its own members apart from its `ucp` member. */
export interface Printed {
  ucp: UcpCheckout['ucp'];
  result: UcpCheckout & { products: UcpProduct[]; product: UcpProduct; messages?: Message[] };
  code?: string;
}

interface CliEnvironment {
  /** Settings of its process: how it reaches the business. */
  env?: Record<string, string>;
  /** The one version of the protocol that it speaks; all that it knows when left out. */
  version?: string;
}

/** Over plain http, which it speaks to loopback only. */
const INSECURE = { UCP_TEST_ALLOW_INSECURE_LOCALHOST: 'true' };

/** Shopify's command line as an agent has it, with a home of its own. */
export async function ucpCli(business: string, { env = INSECURE, version }: CliEnvironment = {}) {
  const home = await mkdtemp(join(tmpdir(), 'ucp-cli-'));
  const dependencies = { PATH: process.env.PATH, HOME: home, UCP_HOME: home, ...env };

  async function start(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
    const all = [PROGRAM, ...args, '--format', 'json'];
    return new Promise((resolve) => {
      execFile(process.execPath, all, { env: dependencies }, (error, stdout, stderr) =>
        resolve({ exitCode: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  }

  async function run(...args: string[]): Promise<{ exitCode: number; printed: Printed }> {
    const { exitCode, stdout, stderr } = await start(...args, '--business', business);
    assert.ok(stdout.trimStart().startsWith('{'), `${args.join(' ')}: ${stdout}${stderr}`);
    return { exitCode, printed: JSON.parse(stdout) };
  }

  async function pin(to: string): Promise<void> {
    const { exitCode, stdout } = await start(
      'profile',
      'init',
      '--name',
      'pinned',
      '--version',
      to,
      '--activate',
    );
    assert.equal(exitCode, 0, stdout);
  }

  if (version !== undefined) await pin(version);
  return {
    run,
    /** Runs an operation that must succeed, and gives all that it says. */
    async says(words: string, input?: object, id?: string): Promise<Printed> {
      const args = [...words.split(' '), ...(id === undefined ? [] : [id])];
      const { exitCode, printed } = await run(...args, ...(input ? ['--input', JSON.stringify(input)] : []));
      assert.equal(exitCode, 0, `${words}: ${JSON.stringify(printed)}`);
      return printed;
    },
    /** The same without its `ucp`. */
    async does(words: string, input?: object, id?: string): Promise<Printed['result']> {
      return (await this.says(words, input, id)).result;
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}

/** A merchant's own site that passes on the one address where platforms look, without a redirect, and nothing else. */
export async function startMerchantSite(profileUrl: string) {
  const { url, close } = await startHttpServer(async (request, response) => {
    if (request.url !== '/.well-known/ucp') return response.writeHead(404).end();
    const passedOn = await fetch(profileUrl);
    const headers = Object.fromEntries(
      ['content-type', 'cache-control'].map((name) => [name, passedOn.headers.get(name) ?? '']),
    );
    return response.writeHead(passedOn.status, headers).end(await passedOn.text());
  });
  return { origin: url, close };
}
