import type { App } from '@modelcontextprotocol/ext-apps';
import type { Pictures } from './answers.ts';

export interface ToolResult {
  structuredContent?: unknown;
  content?: readonly unknown[];
  _meta?: Record<string, unknown> | undefined;
  isError?: boolean | undefined;
}

/** Actions of a card; one that the host does not offer is undefined. */
export interface Host {
  locale: string | undefined;
  call: ((tool: string, given: Record<string, unknown>) => Promise<ToolResult>) | undefined;
  open: ((url: string) => Promise<boolean>) | undefined;
  /** Says to the model what the buyer did in the card. */
  report(text: string): void;
}

export function hostOf(app: App): Host {
  const { serverTools, openLinks, updateModelContext } = app.getHostCapabilities() ?? {};
  return {
    locale: app.getHostContext()?.locale,
    call:
      serverTools && ((name, given) => app.callServerTool({ name, arguments: given }) as Promise<ToolResult>),
    open: openLinks && (async (url) => !(await app.openLink({ url })).isError),
    report(text) {
      if (updateModelContext)
        void app.updateModelContext({ content: [{ type: 'text', text }] }).catch(() => undefined);
    },
  };
}

export function picturesOf({ _meta }: ToolResult): Pictures {
  return (_meta?.['ucp-host/pictures'] ?? {}) as Pictures;
}

/** Message of a failed call, whose text is JSON for the model. */
export function problemOf({ content = [] }: ToolResult): string {
  const [first] = content as { text?: string }[];
  try {
    return JSON.parse(first?.text ?? '').error.message;
  } catch {
    return 'The shop did not answer. Try again.';
  }
}
