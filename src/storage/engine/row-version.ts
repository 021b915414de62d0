/** Version of the rows that caches hold, which all caches of a database share: its adapter carries it. */
export interface RowVersion {
  /** Returns a number that changes with every change, by this process or others; undefined while one could go unnoticed. */
  get(): number | undefined;
  /** Must be called after every change by this process. */
  raise(): void;
}

/** `foreign`: version of changes by other processes. */
export function createRowVersion(foreign: () => number | undefined): RowVersion {
  let seen: number | undefined;
  let version = 0;
  return {
    get() {
      const current = foreign();
      if (current === undefined) return undefined;
      if (current !== seen) version += 1;
      seen = current;
      return version;
    },
    raise() {
      version += 1;
    },
  };
}
