import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';

export interface Hosts {
  /** URL of a host that shows the card of a call. */
  url(
    host: 'bridge' | 'mcp-ui',
    request: { store: string; tool: string; args: object; theme: string },
  ): string;
  /** Origins of the hosts' pages and of their sandbox. */
  origins: string[];
  close(): void;
}

/** Serves both hosts on loopback, and their sandbox on another origin. */
export async function serveHosts(): Promise<Hosts> {
  const [bridge, mcpUi, sandbox] = await Promise.all([
    script('bridge.ts'),
    script('mcp-ui.tsx'),
    readFile(join(import.meta.dirname, 'sandbox.html'), 'utf8'),
  ]);
  const pages = new Map([
    ['/bridge', page('/bridge.js')],
    ['/mcp-ui', page('/mcp-ui.js')],
    ['/bridge.js', bridge],
    ['/mcp-ui.js', mcpUi],
  ]);
  const host = await serve(pages);
  const sandboxes = await serve(new Map([['/', sandbox]]));
  return {
    url(name, { args, ...request }) {
      const query = { ...request, args: JSON.stringify(args), sandbox: `${sandboxes.origin}/` };
      return `${host.origin}/${name}?${new URLSearchParams(query)}`;
    },
    origins: [host.origin, sandboxes.origin],
    close() {
      host.close();
      sandboxes.close();
    },
  };
}

function page(source: string): string {
  const style = 'html, body { height: 100%; margin: 0; } iframe { width: 100%; height: 1000px; border: 0; }';
  return `<!doctype html><html lang="en"><head><title>Host</title><style>${style}</style></head><body><script type="module" src="${source}"></script></body></html>`;
}

async function script(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, file), output: { codeSplitting: false } },
    },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk] = outputs.filter((each) => each.type === 'chunk');
  if (!chunk) throw new Error(`${file} was not built`);
  return chunk.code;
}

async function serve(pages: ReadonlyMap<string, string>) {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://host.invalid');
    const body = pages.get(pathname);
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
