/** Child's side of `startChild`: answers questions until the parent disconnects. */
export function answerParent(answer: (question: Record<string, unknown>) => unknown): void {
  process.on('message', async ({ id, question }: { id: number; question: Record<string, unknown> }) => {
    try {
      process.send?.({ id, answer: (await answer(question)) ?? null });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}

/** CPU milliseconds so far, of all threads. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
