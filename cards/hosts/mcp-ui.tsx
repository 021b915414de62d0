import { AppRenderer, type AppRendererProps } from '@mcp-ui/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createRoot } from 'react-dom/client';
import { HOST, requestedCall, SHOWS_CARDS } from './wanted.ts';

/** Host on `@mcp-ui/client`, which reads the document itself. */
const { store, tool, args, theme, sandbox } = requestedCall();
const client = new Client(HOST, { capabilities: SHOWS_CARDS });
await client.connect(new StreamableHTTPClientTransport(store) as Transport);
const { resources } = await client.listResources();
const { tools } = await client.listTools();
const result = await client.callTool({ name: tool, arguments: args });
const { resourceUri: uri = '' } = (tools.find(({ name }) => name === tool)?._meta?.ui ?? {}) as {
  resourceUri?: string;
};
if (!resources.some((each) => each.uri === uri)) throw new Error(`${uri} is not listed`);
const [content] = (await client.readResource({ uri })).contents;
const { csp } = (content?._meta?.ui ?? {}) as { csp: NonNullable<AppRendererProps['sandbox']['csp']> };

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(
  <AppRenderer
    // The package has its own copy of the SDK.
    client={client as unknown as NonNullable<AppRendererProps['client']>}
    toolName={tool}
    sandbox={{ url: sandbox, csp }}
    toolInput={args}
    toolResult={result as NonNullable<AppRendererProps['toolResult']>}
    hostContext={{ theme, locale: 'en-US' }}
    hostCapabilities={{ openLinks: {}, serverTools: {} }}
    onOpenLink={async ({ url }) => {
      window.asked.links.push(url);
      return {};
    }}
    onError={({ message }) => window.asked.errors.push(message)}
  />,
);
