import { isLocalName, isThisMachine } from '../../../src/commerce/network/local-hosts.ts';

/** Set-up of one MCP client. */
export interface SetUp {
  id: string;
  client: string;
  /** Steps before the code, in order. */
  steps: readonly string[];
  /** Name of the file or program that takes the code. */
  label: string;
  code: string;
  /** True for a client in the cloud, which reaches public addresses alone. */
  inCloud?: true;
}

/** Set-ups with the store's URL filled in. `slug` names the store in each client. */
export function setUpsFor(slug: string, url: string): SetUp[] {
  return [
    {
      id: 'claude',
      client: 'Claude (web, desktop and phone)',
      steps: [
        'Open Settings, then Connectors.',
        'Choose Add custom connector, and paste this address. It needs no sign-in.',
      ],
      label: 'Address of the connector',
      code: url,
      inCloud: true,
    },
    {
      id: 'claude-code',
      client: 'Claude Code',
      steps: ['Run this in a terminal.'],
      label: 'Terminal',
      code: `claude mcp add --transport http ${slug} ${url}`,
    },
    {
      id: 'claude-desktop',
      client: 'Claude Desktop, without a public address',
      steps: [
        'Open Settings, then Developer, then Edit Config. Node.js must be installed.',
        'Add this and restart Claude.',
      ],
      label: 'claude_desktop_config.json',
      code: json({ mcpServers: { [slug]: stdio(url) } }),
    },
    {
      id: 'chatgpt',
      client: 'ChatGPT',
      steps: [
        'Open Settings, then Apps & Connectors, then Advanced settings, and switch Developer mode on.',
        'Choose Create, paste this address, and select No authentication.',
      ],
      label: 'MCP server URL',
      code: url,
      inCloud: true,
    },
    {
      id: 'cursor',
      client: 'Cursor',
      steps: ['Add this to .cursor/mcp.json of a project, or to ~/.cursor/mcp.json.'],
      label: 'mcp.json of Cursor',
      code: json({ mcpServers: { [slug]: { url } } }),
    },
    {
      id: 'vscode',
      client: 'VS Code',
      steps: ['Add this to .vscode/mcp.json of a project.'],
      label: 'mcp.json of VS Code',
      code: json({ servers: { [slug]: { type: 'http', url } } }),
    },
    {
      id: 'gemini',
      client: 'Gemini CLI',
      steps: ['Run this in a terminal.'],
      label: 'Terminal',
      code: `gemini mcp add --transport http ${slug} ${url}`,
    },
    {
      id: 'stdio',
      client: 'Any client that speaks stdio only',
      steps: ['Give the client this command. Node.js must be installed.'],
      label: 'Configuration of the client',
      code: json({ mcpServers: { [slug]: stdio(url) } }),
    },
    {
      id: 'typescript',
      client: 'SDK for TypeScript',
      steps: ['Install @modelcontextprotocol/client.'],
      label: 'shop.ts',
      code: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const client = new Client({ name: 'my-agent', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL('${url}')));
const found = await client.callTool({ name: 'search_products', arguments: { query: 'mug' } });
console.log(found.content);
await client.close();`,
    },
    {
      id: 'python',
      client: 'SDK for Python',
      steps: ['Install mcp.'],
      label: 'shop.py',
      code: `import asyncio
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

async def main():
    async with streamablehttp_client("${url}") as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            found = await session.call_tool("search_products", {"query": "mug"})
            print(found.content[0].text)

asyncio.run(main())`,
    },
  ];
}

function stdio(url: string) {
  return { command: 'npx', args: ['-y', 'mcp-remote', url] };
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** Browsers have no `BlockList`, and a name with a certificate is the rule. */
const PRIVATE_IPV4 = /^(?:10|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./;

/** True for an address that only this machine or its network reaches. */
export function isPrivate(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return (
    protocol !== 'https:' || isThisMachine(hostname) || isLocalName(hostname) || PRIVATE_IPV4.test(hostname)
  );
}
