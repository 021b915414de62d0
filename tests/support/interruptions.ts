/** Holds a call to a platform where a crash would leave it: sent by the service, not yet answered. */
export interface Interruption {
  /** Holds the next call whose address contains `part`. */
  hold(part: string): void;
  /** Resolves when a call is held. */
  reached: Promise<void>;
  /** From now on only the one that is held waits. */
  letOthersPass(): void;
  release(): void;
  gate(url: string): Promise<void> | undefined;
}

export function brokenOff(): Interruption {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let held: string | undefined;
  return {
    hold(part) {
      held = part;
    },
    reached: reached.promise,
    letOthersPass() {
      held = undefined;
    },
    release: () => released.resolve(),
    gate(url) {
      if (held === undefined || !url.includes(held)) return undefined;
      reached.resolve();
      return released.promise;
    },
  };
}

export function interruptedBy(interruption: Interruption): typeof fetch {
  return async (input, init) => {
    await interruption.gate(String(input));
    return fetch(input, init);
  };
}
