import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

interface ListedTool {
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
  call(name: string, given: Record<string, unknown>): Promise<unknown>;
  ping(): Promise<unknown>;
  close(): Promise<void>;
  /** Errors that reached `onerror`. */
  noise: Error[];
}

export interface OfficialClient {
  name: string;
  /** Negotiated protocol revision. */
  speaks: string;
  connect(url: URL): Promise<ConnectedClient>;
}

const WHO = { name: 'a-test-agent', version: '1.0.0' };

async function connectV1(url: URL): Promise<ConnectedClient> {
  const client = new ClientV1(WHO);
  const noise: Error[] = [];
  client.onerror = (error) => noise.push(error);
  const transport = new TransportV1(url);
  // The library's transport types conflict under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return {
    serverName: client.getServerVersion()?.name,
    protocolVersion: transport.protocolVersion,
    tools: async () => (await client.listTools()).tools,
    call: (name, given) => client.callTool({ name, arguments: given }),
    ping: () => client.ping(),
    close: () => client.close(),
    noise,
  };
}

function connectV2(mode: 'legacy' | 'auto') {
  return async (url: URL): Promise<ConnectedClient> => {
    const client = new Client(WHO, mode === 'auto' ? { versionNegotiation: { mode } } : {});
    const noise: Error[] = [];
    client.onerror = (error) => noise.push(error);
    await client.connect(new StreamableHTTPClientTransport(url));
    return {
      serverName: client.getServerVersion()?.name,
      protocolVersion: client.getNegotiatedProtocolVersion(),
      tools: async () => (await client.listTools()).tools,
      call: (name, given) => client.callTool({ name, arguments: given }),
      ping: () => client.ping(),
      close: () => client.close(),
      noise,
    };
  };
}

export const HANDSHAKE = '2025-11-25';
const STATELESS = '2026-07-28';

export const officialClients: OfficialClient[] = [
  { name: '@modelcontextprotocol/sdk (v1)', speaks: HANDSHAKE, connect: connectV1 },
  { name: '@modelcontextprotocol/client (v2)', speaks: HANDSHAKE, connect: connectV2('legacy') },
  { name: '@modelcontextprotocol/client (v2, auto)', speaks: STATELESS, connect: connectV2('auto') },
];
