/** Tools as an MCP client hands them to a model. */
export interface ToolLayer {
  tools(): Promise<{ name: string; description?: string | undefined; inputSchema: object }[]>;
  /** Resolves what the client makes of a result, a failure too. */
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<unknown>;
}
