import type { Caller } from '../commerce/call/caller.ts';
import { isShopFailure } from '../commerce/errors.ts';
import type { Product } from '../commerce/product/products.ts';
import type { StorePlatform } from './store-platform.ts';
import { createSingleFlight } from './transport/single-flight.ts';

/** Both platforms answer as many in one call. */
const MAX_IDS = 100;
/** Look-ups that wait to travel together. */
const MAX_WAITING = 100;

interface WaitingLookup {
  ids: readonly string[];
  caller: Caller;
  stop: AbortSignal;
  resolve(products: Product[]): void;
  reject(error: unknown): void;
}

/**
 * Sends one look-up of products at a time; look-ups that arrive meanwhile travel together in the next call. Variants are looked up apart:
 * their product may not list them. A caller that knows of a change is not kept waiting.
 */
export function withMergedLookups(platform: StorePlatform): StorePlatform {
  const waitUntilDeadline = createSingleFlight<Product[]>();
  const waiting = new Set<WaitingLookup>();
  /** Ids of the call that is under way, as one text. */
  let underWay: string | undefined;
  let count = 0;

  /** Sends one call, and then the look-ups that have arrived meanwhile. */
  function send(ids: readonly string[], caller: Caller): Promise<Product[]> {
    underWay = ids.join();
    const answer = platform.lookupProducts(ids, caller);
    answer.then(sendNext, (error: unknown) => {
      // A shop that is down fails waiting look-ups too: each would wait for a time-out of its own.
      if (isShopFailure(error) && error.kind !== 'platform_error') fail(waiting, error);
      sendNext();
    });
    return answer;
  }

  function sendNext(): void {
    underWay = undefined;
    const batch = takeNext(waiting);
    if (batch.length === 0) return;
    const ids = [...new Set(batch.flatMap((each) => each.ids))];
    send(ids, createBatchCaller(batch)).then(
      (products) => {
        for (const each of batch) each.resolve(batch.length === 1 ? products : pickOwn(each, products));
      },
      (error: unknown) => fail(batch, error),
    );
  }

  function fail(lookups: Iterable<WaitingLookup>, error: unknown): void {
    for (const each of lookups) {
      waiting.delete(each);
      each.reject(error);
    }
  }

  function waitForNext(ids: readonly string[], caller: Caller, stop: AbortSignal): Promise<Product[]> {
    return new Promise((resolve, reject) => {
      const mine = { ids, caller, stop, resolve, reject };
      stop.addEventListener('abort', () => waiting.delete(mine) && reject(stop.reason), { once: true });
      waiting.add(mine);
    });
  }

  return {
    ...platform,
    lookupProducts(ids, caller) {
      const hasRoom = ids.length <= MAX_IDS && waiting.size < MAX_WAITING;
      const isMergeable = hasRoom && !caller.fresh && ids.every((id) => id.includes('/Product/'));
      // Equal reads that are under way are joined by the transport.
      if (!isMergeable || underWay === ids.join()) return platform.lookupProducts(ids, caller);
      if (underWay === undefined) return send(ids, caller);
      count += 1;
      // A key of its own: only the wait until the caller's deadline is of use.
      return waitUntilDeadline(String(count), caller, (stop) => waitForNext(ids, caller, stop));
    },
  };
}

/** Takes whole look-ups, in the order of their arrival, up to the ids of one call. */
function takeNext(waiting: Set<WaitingLookup>): WaitingLookup[] {
  const ids = new Set<string>();
  const batch: WaitingLookup[] = [];
  for (const each of waiting) {
    const fits = batch.length === 0 || new Set([...ids, ...each.ids]).size <= MAX_IDS;
    if (!fits) break;
    for (const id of each.ids) ids.add(id);
    batch.push(each);
    waiting.delete(each);
  }
  return batch;
}

/** Selects one look-up's part of a shared answer, in the look-up's sequence. */
function pickOwn({ ids }: WaitingLookup, products: readonly Product[]): Product[] {
  return ids.flatMap((id) => products.find((product) => product.id === id) ?? []);
}

/** A call for several is canceled when all of them have given up. */
function createBatchCaller(batch: readonly WaitingLookup[]): Caller {
  const [first] = batch;
  if (!first || batch.length === 1) return first?.caller ?? { requestId: '' };
  const gone = new AbortController();
  let left = batch.length;
  const leave = ({ reason }: AbortSignal) => {
    left -= 1;
    if (left === 0) gone.abort(reason);
  };
  for (const { stop } of batch) stop.addEventListener('abort', () => leave(stop), { once: true });
  const { deadline: _deadline, ...caller } = first.caller;
  const onJoined = (beganAt: number) => {
    for (const each of batch) each.caller.onJoined?.(beganAt);
  };
  const notBefore = Math.max(...batch.map((each) => each.caller.notBefore ?? 0));
  return { ...caller, notBefore, onJoined, gone: () => gone.signal };
}
