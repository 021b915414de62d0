/** Holds a call to a store platform at the point of a crash: sent by the service, not yet answered. */
export interface Interruption {
  /** Holds the next call whose URL contains `part` and whose body contains `inBody`. */
  hold(part: string, inBody?: string): void;
  /** Resolves when a call is held. */
  reached: Promise<void>;
  /** Lets all later calls pass. */
  letOthersPass(): void;
  release(): void;
  gate(url: string, body: string): Promise<void> | undefined;
}

export function brokenOff(): Interruption {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let target: { part: string; inBody: string } | undefined;
  return {
    hold(part, inBody = '') {
      target = { part, inBody };
    },
    reached: reached.promise,
    letOthersPass() {
      target = undefined;
    },
    release: () => released.resolve(),
    gate(url, body) {
      if (target === undefined || !url.includes(target.part) || !body.includes(target.inBody))
        return undefined;
      reached.resolve();
      return released.promise;
    },
  };
}

export function interruptedBy(interruption: Interruption): typeof fetch {
  return async (input, init) => {
    await interruption.gate(String(input), String(init?.body ?? ''));
    return fetch(input, init);
  };
}
