/** Value, or the promise of it where something has to be waited for: a promise costs more than most reads. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Continues with the value at once unless it is a promise. */
export function andThen<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Values at once unless one of them is a promise. */
export function all<Value>(values: readonly MaybePromise<Value>[]): MaybePromise<Value[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Value[]);
}

/** Runs `work`, and `failed` with its error, whether it is thrown or rejected. */
export function attempt<Result>(
  work: () => MaybePromise<Result>,
  failed: (error: unknown) => MaybePromise<Result>,
): MaybePromise<Result> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}
