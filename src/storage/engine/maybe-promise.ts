/** Value, or the promise of it where something has to be waited for: a promise costs more than most reads. */
export type MaybePromise<Value> = Value | Promise<Value>;
