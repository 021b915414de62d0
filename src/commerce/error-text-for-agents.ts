const SENTENCES: Readonly<Record<string, string>> = {
  platform_error: 'The store cannot answer at the moment. Try again later.',
  platform_unavailable: 'The store cannot be reached at the moment. Try again later.',
  platform_timeout: 'The store did not answer in time. Try again later.',
};

/**
 * The words of an error for an agent. Why a shop fails (a plugin, a revoked key, another address) is for its merchant to
 * know and to mend: agents learn that it does, and `Retry-After` says when to come again.
 */
export function errorTextForAgents(error: { kind: string; message: string }): string {
  return SENTENCES[error.kind] ?? error.message;
}
