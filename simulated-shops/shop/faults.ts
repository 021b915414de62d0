import type { Fault } from './types.ts';

export interface FaultBoard {
  inject(fault: Fault): void;
  clear(): void;
  /** The oldest fault that hits this operation, used up by one. */
  take(operation: string): Fault | undefined;
}

export function createFaultBoard(): FaultBoard {
  let faults: { fault: Fault; left: number }[] = [];
  return {
    inject: (fault) => faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    clear: () => {
      faults = [];
    },
    take(operation) {
      const hit = faults.find(({ fault }) => fault.operation === undefined || fault.operation === operation);
      if (!hit) return undefined;
      hit.left -= 1;
      faults = faults.filter((each) => each.left > 0);
      return hit.fault;
    },
  };
}

export interface CallCounter {
  count(operation: string): void;
  calls(): Record<string, number>;
  reset(): void;
}

export function createCallCounter(): CallCounter {
  const counts = new Map<string, number>();
  return {
    count: (operation) => counts.set(operation, (counts.get(operation) ?? 0) + 1),
    calls: () => Object.fromEntries(counts),
    reset: () => counts.clear(),
  };
}
