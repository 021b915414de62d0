export interface Mutex {
  isTaken(): boolean;
  /** Resolves with the function that releases the mutex. */
  take(): Promise<() => void>;
  run<Result>(work: () => Result): Promise<Result>;
}

/** Fair: first come, first served. */
export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else isTaken = false;
  }

  async function take(): Promise<() => void> {
    if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
    isTaken = true;
    return end;
  }

  return {
    isTaken: () => isTaken,
    take,
    async run(work) {
      await take();
      try {
        return work();
      } finally {
        end();
      }
    },
  };
}
