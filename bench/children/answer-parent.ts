/** A child's side of `startChild`: answers questions until the parent lets go of it, or is gone. */
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

/** Milliseconds on a processor so far, all threads together. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
