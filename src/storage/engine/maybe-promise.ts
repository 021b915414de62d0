/** Value, or the promise of it where something has to be waited for: a promise costs more than most reads. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Continues with the value at once unless it is a promise. */
export function andThen<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
