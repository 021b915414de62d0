const SENTENCES: Readonly<Record<string, string>> = {
  platform_error: 'The store cannot answer at the moment. Try again later.',
  platform_unavailable: 'The store cannot be reached at the moment. Try again later.',
  platform_timeout: 'The store did not answer in time. Try again later.',
};

/** Text of an error for agents. Why a shop fails (a plugin, a revoked key) is for its merchant: agents learn only that it does. */
export function toErrorTextForAgents(error: { kind: string; message: string }): string {
  return SENTENCES[error.kind] ?? error.message;
}
