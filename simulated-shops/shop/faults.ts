import { type Fault, type ShopControl, SITE_FAULTS, type SiteFaultKind } from './types.ts';

export interface FaultBoard {
  inject: ShopControl['inject'];
  clear(): void;
  /** Returns the oldest fault for this operation and uses it up by one call. */
  take(operation: string): Fault | undefined;
  /** Current fault of the whole site. */
  siteFault(): SiteFaultKind | null;
  setSiteFault(kind: SiteFaultKind | null): void;
}

export function createFaultBoard(): FaultBoard {
  let faults: { fault: Fault; left: number }[] = [];
  let siteFault: SiteFaultKind | null = null;
  return {
    siteFault: () => siteFault,
    setSiteFault: (kind) => {
      siteFault = kind;
    },
    inject: (fault) => {
      if (isSiteFault(fault)) siteFault = fault.kind;
      else faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    clear: () => {
      faults = [];
      siteFault = null;
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

function isSiteFault(fault: { kind: string }): fault is { kind: SiteFaultKind } {
  return SITE_FAULTS.some((kind) => kind === fault.kind);
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
