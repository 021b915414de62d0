import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  AppBridge,
  getToolUiResourceUri,
  type McpUiResourceCsp,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import { HOST, requestedCall, SHOWS_CARDS } from './wanted.ts';

/** Host on the official bridge, without a library for its page. */
const { store, tool, args, theme, sandbox } = requestedCall();
const client = new Client(HOST, {
  capabilities: SHOWS_CARDS,
  versionNegotiation: { mode: store.searchParams.has('stateless') ? 'auto' : 'legacy' },
});
await client.connect(new StreamableHTTPClientTransport(store));
const { tools } = await client.listTools();
const description = tools.find(({ name }) => name === tool);
const uri = description && getToolUiResourceUri(description);
if (uri === undefined) throw new Error(`${tool} has no card`);
const [document_] = (await client.readResource({ uri })).contents;
const result = await client.callTool({ name: tool, arguments: args });

const frame = document.createElement('iframe');
frame.title = 'Card';
frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
document.body.append(frame);
const bridge = new AppBridge(
  client,
  HOST,
  { openLinks: {}, serverTools: {}, updateModelContext: { text: {} } },
  { hostContext: { theme, locale: 'en-US' } },
);
bridge.onopenlink = async ({ url }) => {
  window.asked.links.push(url);
  return {};
};
bridge.onupdatemodelcontext = async ({ content }) => {
  window.asked.reports.push(content);
  return {};
};
bridge.onsandboxready = () => {
  const { ui } = (document_?._meta ?? {}) as { ui?: { csp?: McpUiResourceCsp } };
  const html = document_ && 'text' in document_ ? document_.text : '';
  void bridge.sendSandboxResourceReady({ html, ...(ui?.csp ? { csp: ui.csp } : {}) });
};
bridge.oninitialized = () => {
  void bridge.sendToolInput({ arguments: args });
  void bridge.sendToolResult(result);
};
if (!frame.contentWindow) throw new Error('the frame has no window');
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
frame.src = sandbox.href;
