/** Call whose card a host shows, from the page's query. */
export interface Wanted {
  store: URL;
  tool: string;
  args: Record<string, unknown>;
  theme: 'light' | 'dark';
  sandbox: URL;
}

/** Requests of the card to its host, which tests read. */
interface Asked {
  links: string[];
  reports: unknown[];
  errors: string[];
}

declare global {
  interface Window {
    asked: Asked;
  }
}

export const SHOWS_CARDS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

export const HOST = { name: 'ucp-host test host', version: '1.0.0' };

export function requestedCall(): Wanted {
  window.asked = { links: [], reports: [], errors: [] };
  const query = new URLSearchParams(location.search);
  const text = (name: string) => query.get(name) ?? '';
  return {
    store: new URL(text('store')),
    tool: text('tool'),
    args: JSON.parse(text('args')),
    theme: text('theme') === 'dark' ? 'dark' : 'light',
    sandbox: new URL(text('sandbox')),
  };
}
