import { randomUUID } from 'node:crypto';
import type { Caller } from '../commerce/call/caller.ts';
import { isShopFailure } from '../commerce/errors.ts';
import type { Product } from '../commerce/product/products.ts';
import type { StorePlatform } from './store-platform.ts';
import { createSingleFlight } from './transport/single-flight.ts';

/** Both platforms answer as many in one call. */
const MAX_IDS = 100;
/** Look-ups that wait to travel together. */
const MAX_WAITING = 100;

interface Batch {
  key: string;
  ids: Set<string>;
  callers: Caller[];
  begin(): void;
  fail(error: unknown): void;
}

/** Sends one look-up of products at a time; further ones travel together. Variants go apart, since their product may not list them. */
export function withMergedLookups(platform: StorePlatform): StorePlatform {
  const flights = createSingleFlight<Product[]>();
  const waiting: Batch[] = [];
  /** Ids of the call that is under way, as one text. */
  let underWay: string | undefined;

  function send(ids: readonly string[], caller: Caller): Promise<Product[]> {
    underWay = ids.join();
    const answer = platform.lookupProducts(ids, caller);
    const sendNext = () => {
      underWay = undefined;
      waiting.shift()?.begin();
    };
    answer.then(sendNext, (error: unknown) => {
      // A shop that is down fails waiting look-ups too: each would wait for a time-out of its own.
      if (isShopFailure(error) && error.kind !== 'platform_error')
        for (const batch of waiting.splice(0)) batch.fail(error);
      sendNext();
    });
    return answer;
  }

  /** Waits until the calls before have ended. `stop`: all callers have given up. */
  function sendInLine(batch: Batch, stop: AbortSignal): Promise<Product[]> {
    return new Promise((resolve, reject) => {
      batch.begin = () => void send([...batch.ids], toCaller(batch, stop)).then(resolve, reject);
      batch.fail = reject;
      const leave = () => {
        const place = waiting.indexOf(batch);
        if (place >= 0) waiting.splice(place, 1);
        reject(stop.reason);
      };
      stop.addEventListener('abort', leave, { once: true });
      waiting.push(batch);
    });
  }

  async function joinBatch(ids: readonly string[], caller: Caller): Promise<Product[]> {
    const last = waiting.at(-1);
    const fits = last && new Set([...last.ids, ...ids]).size <= MAX_IDS;
    const batch = fits ? last : createBatch();
    for (const id of ids) batch.ids.add(id);
    batch.callers.push(caller);
    const waiter = { ...caller, notBefore: undefined, onJoined: undefined };
    const products = await flights(batch.key, waiter, (stop) => sendInLine(batch, stop));
    if (batch.callers.length === 1) return products;
    return ids.flatMap((id) => products.find((product) => product.id === id) ?? []);
  }

  return {
    ...platform,
    lookupProducts(ids, caller) {
      const callers = waiting.reduce((sum, batch) => sum + batch.callers.length, 0);
      const hasRoom = ids.length <= MAX_IDS && callers < MAX_WAITING;
      const isMergeable = hasRoom && !caller.fresh && ids.every((id) => id.includes('/Product/'));
      // Equal reads that are under way are joined by the transport.
      if (!isMergeable || underWay === ids.join()) return platform.lookupProducts(ids, caller);
      return underWay === undefined ? send(ids, caller) : joinBatch(ids, caller);
    },
  };
}

function createBatch(): Batch {
  return { key: randomUUID(), ids: new Set(), callers: [], begin: () => {}, fail: () => {} };
}

/** Stands for all callers of a batch, whose deadlines are their own. */
function toCaller({ callers }: Batch, stop: AbortSignal): Caller {
  const onJoined = (beganAt: number) => {
    for (const each of callers) each.onJoined?.(beganAt);
  };
  const notBefore = Math.max(...callers.map((each) => each.notBefore ?? 0));
  return { requestId: '', ...callers[0], deadline: undefined, notBefore, onJoined, gone: () => stop };
}
