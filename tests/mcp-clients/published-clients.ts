import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ToolLayer } from '../../testing/mcp-clients/tool-layer.ts';
import { type ConnectedClient, connectV1 } from '../contract/mcp/official-clients.ts';

export const CLIENTS = join(import.meta.dirname, '../../testing/mcp-clients');
const MODULES = join(CLIENTS, 'node_modules');

/** Connects a published client; `home` is for the files that programs keep in the home of their user. */
type Connect = (endpoint: URL, home: string) => Promise<ToolLayer>;

/** Programs that pass messages on, or that a model runs by commands. */
const PROGRAMS: Record<string, Connect> = {
  '@modelcontextprotocol/inspector': connectInspector,
  'mcp-remote': ({ href }, home) => connectBridge('mcp-remote/dist/proxy.js', [href, '--allow-http'], home),
  mcporter: connectMcporter,
  supergateway: ({ href }, home) =>
    connectBridge('supergateway/dist/index.js', ['--streamableHttp', href, '--logLevel', 'none'], home),
};

/** Loads the clients, once their packages are installed. */
export async function loadPublishedClients(): Promise<Record<string, Connect>> {
  const { LIBRARIES } = await import(join(CLIENTS, 'libraries.ts'));
  return { ...LIBRARIES, ...PROGRAMS };
}

/** Versions by package. */
export async function readPinnedVersions(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(CLIENTS, 'package.json'), 'utf8')).dependencies;
}

function connectInspector({ href }: URL, home: string): Promise<ToolLayer> {
  const file = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';
  const inspect = (method: string, ...args: string[]) =>
    run(file, ['--cli', href, '--method', method, ...args], home);
  return Promise.resolve({
    tools: async () => JSON.parse(await inspect('tools/list')).tools,
    call: (name, args) => inspect('tools/call', '--tool-name', name, ...Object.entries(args).flatMap(toPair)),
    close: async () => {},
  });
}

function toPair([key, value]: [string, unknown]): string[] {
  return ['--tool-arg', `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`];
}

function connectMcporter({ href }: URL, home: string): Promise<ToolLayer> {
  const server = ['--http-url', href, '--allow-http', '--name', 'shop'];
  const port = (command: string, ...args: string[]) =>
    run('mcporter/dist/cli.js', [command, ...server, ...args], home);
  return Promise.resolve({
    tools: async () => JSON.parse(await port('list', '--schema', '--json')).tools,
    call: (name, args) => port('call', name, '--args', JSON.stringify(args), '--output', 'json'),
    close: async () => {},
  });
}

function connectBridge(file: string, args: readonly string[], home: string): Promise<ConnectedClient> {
  return connectV1({
    command: process.execPath,
    args: [join(MODULES, file), ...args],
    env: environmentAt(home),
    stderr: 'ignore',
  });
}

/** Returns what a program prints, of a failure too. */
async function run(file: string, args: readonly string[], home: string): Promise<string> {
  const running = promisify(execFile)(process.execPath, [join(MODULES, file), ...args], {
    env: environmentAt(home),
  });
  const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => error);
  return stdout || stderr;
}

function environmentAt(home: string): Record<string, string> {
  return { HOME: home, PATH: process.env.PATH ?? '' };
}
