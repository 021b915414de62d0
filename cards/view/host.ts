import type { App } from '@modelcontextprotocol/ext-apps';
import type { Pictures } from './answers.ts';

export interface ToolResult {
  content?: readonly unknown[];
  _meta?: Record<string, unknown> | undefined;
  isError?: boolean | undefined;
}

/** Actions of a card; one that the host does not offer is undefined. */
export interface Host {
  locale: string | undefined;
  call: ((tool: string, args: Record<string, unknown>) => Promise<ToolResult>) | undefined;
  open: ((url: string) => Promise<boolean>) | undefined;
  /** Says to the model what the buyer did in the card. */
  report(text: string): void;
}

export function hostOf(app: App): Host {
  const { serverTools, openLinks, updateModelContext } = app.getHostCapabilities() ?? {};
  return {
    locale: app.getHostContext()?.locale,
    call:
      serverTools && ((name, args) => app.callServerTool({ name, arguments: args }) as Promise<ToolResult>),
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

/** Answer of a tool, whose text is JSON for the model; undefined for any other text. */
export function answerOf(result: ToolResult): unknown {
  try {
    return JSON.parse(textOf(result));
  } catch {
    return undefined;
  }
}

/** Message of a failed call. */
export function problemOf(result: ToolResult): string {
  const failure = answerOf(result) as { error?: { message?: string } } | undefined;
  return failure?.error?.message ?? 'The shop did not answer. Try again.';
}

export function textOf({ content = [] }: ToolResult): string {
  const [first] = content as { text?: string }[];
  return first?.text ?? '';
}
