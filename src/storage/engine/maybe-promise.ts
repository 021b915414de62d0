/** Value, or the promise of it where something has to be waited for: a promise costs more than most reads. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Returns all values, or the promise of them where one of them has to be waited for. */
export function awaitAll<Value>(values: readonly MaybePromise<Value>[]): MaybePromise<readonly Value[]> {
  return values.some((value) => value instanceof Promise)
    ? Promise.all(values)
    : (values as readonly Value[]);
}
