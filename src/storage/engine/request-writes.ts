import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<{ hasWritten: boolean }>();

/** Runs a request of which a database failure says truly whether something may be stored. */
export function trackWrites<Result>(request: () => Promise<Result>): Promise<Result> {
  return requests.run({ hasWritten: false }, request);
}

/** Called before a write is committed: when its answer is lost, it may be stored. */
export function noteWrite(): void {
  const request = requests.getStore();
  if (request) request.hasWritten = true;
}

/** True when something of the present request may be stored. */
export function mayHaveWritten(): boolean {
  return requests.getStore()?.hasWritten === true;
}
