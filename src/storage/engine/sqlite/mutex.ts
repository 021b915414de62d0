export interface Mutex {
  taken(): boolean;
  /** Resolves when it is one's turn, with what ends it. */
  take(): Promise<() => void>;
  alone<Result>(work: () => Result): Promise<Result>;
}

/** One at a time, in the order in which they asked. */
export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let taken = false;

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else taken = false;
  }

  async function take(): Promise<() => void> {
    if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
    taken = true;
    return end;
  }

  return {
    taken: () => taken,
    take,
    async alone(work) {
      await take();
      try {
        return work();
      } finally {
        end();
      }
    },
  };
}
