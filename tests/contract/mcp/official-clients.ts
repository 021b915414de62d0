import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

interface ListedTool {
  description?: string | undefined;
  name: string;
  inputSchema: object;
  outputSchema?: object | undefined;
  annotations?: object | undefined;
}

/** Operations of a connected client, independent of its library. */
export interface ConnectedClient {
  serverName: string | undefined;
  protocolVersion: string | undefined;
  tools(): Promise<ListedTool[]>;
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  ping(): Promise<unknown>;
  close(): Promise<void>;
  /** Errors that reached `onerror`. */
  noise: Error[];
}

export interface OfficialClient {
  name: string;
  /** Negotiated protocol revision. */
  speaks: string;
  connect(to: Reached): Promise<ConnectedClient>;
}

/** Endpoint, or the command that is spoken to over stdio. */
export type Reached = URL | StdioServerParameters;

const WHO = { name: 'a-test-agent', version: '1.0.0' };

export async function connectV1(to: Reached): Promise<ConnectedClient> {
  const client = new ClientV1(WHO);
  const transport = to instanceof URL ? new TransportV1(to) : new StdioTransportV1(to);
  const noise = noiseOf(client);
  // The library's transport types conflict under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return {
    serverName: client.getServerVersion()?.name,
    // Over stdio this library reports no revision.
    protocolVersion: 'protocolVersion' in transport ? transport.protocolVersion : HANDSHAKE,
    tools: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    ping: () => client.ping(),
    close: () => client.close(),
    noise,
  };
}

function connectV2(mode: 'legacy' | 'auto') {
  return async (to: Reached): Promise<ConnectedClient> => {
    const client = new Client(WHO, mode === 'auto' ? { versionNegotiation: { mode } } : {});
    const noise = noiseOf(client);
    await client.connect(
      to instanceof URL ? new StreamableHTTPClientTransport(to) : new StdioClientTransport(to),
    );
    return {
      serverName: client.getServerVersion()?.name,
      protocolVersion: client.getNegotiatedProtocolVersion(),
      tools: async () => (await client.listTools()).tools,
      call: (name, args) => client.callTool({ name, arguments: args }),
      ping: () => client.ping(),
      close: () => client.close(),
      noise,
    };
  };
}

function noiseOf(client: Client | ClientV1): Error[] {
  const noise: Error[] = [];
  client.onerror = (error: Error) => noise.push(error);
  return noise;
}

export const HANDSHAKE = '2025-11-25';
const STATELESS = '2026-07-28';

export const officialClients: OfficialClient[] = [
  { name: '@modelcontextprotocol/sdk (v1)', speaks: HANDSHAKE, connect: connectV1 },
  { name: '@modelcontextprotocol/client (v2)', speaks: HANDSHAKE, connect: connectV2('legacy') },
  { name: '@modelcontextprotocol/client (v2, auto)', speaks: STATELESS, connect: connectV2('auto') },
];

/** Connects, runs and closes a client. */
export async function connected<Client extends { close(): Promise<unknown> }>(
  { connect }: { connect(to: Reached): Promise<Client> },
  to: Reached,
  run: (client: Client) => Promise<void>,
): Promise<void> {
  const client = await connect(to);
  try {
    await run(client);
  } finally {
    await client.close();
  }
}

/** Connects, runs and closes a client, and asserts that its `onerror` got nothing. */
export function withClient(
  kind: OfficialClient,
  address: string,
  run: (client: ConnectedClient) => Promise<void>,
): Promise<void> {
  return connected(kind, new URL(address), async (client) => {
    await run(client);
    // Read before closing, which makes the client report its own aborted requests.
    assert.deepEqual(client.noise, []);
  });
}

/** Error of a client with the code and data that the service sent. */
export async function thrown(
  call: Promise<unknown>,
): Promise<{ message: string; code?: unknown; data?: unknown }> {
  const error: unknown = await call.then(
    (result) => assert.fail(`it did not throw: ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error);
  return error;
}
