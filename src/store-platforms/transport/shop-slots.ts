import type { CallPart } from '../../commerce/call/caller.ts';
import type { CountProcesses } from '../../commerce/call/rate-limits.ts';
import { waitInLine } from '../../commerce/call/wait-in-line.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { readPace } from './read-pace.ts';
import { type CallEnd, createShopCapacity } from './shop-capacity.ts';

export interface ShopLimits {
  /** Bound of what is learned, over all processes. */
  concurrency: number;
  /** Calls of each part that may wait; further ones are refused at once. */
  waiting: number;
  /** Bound of the wait in place of that of each part. */
  maxWaitMs?: number;
}

export interface ShopCall {
  operation: string;
  part: CallPart;
  /** Milliseconds until the caller's deadline. */
  msLeft: number;
  /** Aborted when every caller has given up. */
  stop: AbortSignal | undefined;
}

/** Parts of the slots that a part may fill while calls of another one wait. A sale waits for no search, a search for no import. */
const SHARES: Record<CallPart, number> = { sale: 0.6, catalog: 0.4, import: 0.2 };
const PARTS: readonly CallPart[] = ['sale', 'catalog', 'import'];
const DEFAULT_LIMITS: ShopLimits = { concurrency: 20, waiting: 100 };
/** A sale waits for its turn; instead of a read that waits longer the copy answers. */
const MAX_WAIT_MS: Record<CallPart, number> = { sale: 30_000, catalog: 5_000, import: 30_000 };
/** A call gives its slot up after this time, or twice that of the last calls: its answer may never come, and others must not wait for it. */
const LATE_MS = 2_000;
const MIN_RETRY_AFTER_SECONDS = 2;
const MAX_RETRY_AFTER_SECONDS = 60;

export type ShopSlots = ReturnType<typeof createShopSlots>;

/** Admits calls to one shop: as many at once as it bears, and of agents' reads no more than their part of its time. */
export function createShopSlots(changes: Partial<ShopLimits> = {}, countProcesses?: CountProcesses) {
  const limits = { ...DEFAULT_LIMITS, ...changes };
  const capacity = createShopCapacity(limits.concurrency);
  const pace = readPace({ countProcesses });
  const queues: Record<CallPart, Set<() => void>> = {
    sale: new Set(),
    catalog: new Set(),
    import: new Set(),
  };
  const running: Record<CallPart, number> = { sale: 0, catalog: 0, import: 0 };
  /** Calls under way that have given their slots up. */
  let late = 0;
  let timer: NodeJS.Timeout | undefined;

  const hasWaiting = (part: CallPart) => queues[part].size > 0;
  const isPaced = () => pace.waitMs() > 0;

  /** Counts the running calls of a part and of the parts before it: calls of a lesser part never make a greater part wait. */
  function countFor(part: CallPart): number {
    return PARTS.slice(0, PARTS.indexOf(part) + 1).reduce((sum, each) => sum + running[each], 0);
  }

  /** True while the shares count: another part has use for the slots. */
  function isContended(part: CallPart): boolean {
    if (part === 'import') return true;
    return part === 'catalog' ? running.sale > 0 || hasWaiting('sale') : hasWaiting('catalog') && !isPaced();
  }

  function mayBegin(part: CallPart): boolean {
    const limit = capacity.limit();
    const room = Math.max(1, Math.floor(limits.concurrency / pace.processes())) - late;
    if (countFor(part) >= Math.min(limit, room)) return false;
    if (part === 'catalog' && isPaced()) return false;
    if (part === 'import' && (hasWaiting('sale') || (hasWaiting('catalog') && !isPaced()))) return false;
    return !isContended(part) || running[part] < Math.max(1, Math.floor(SHARES[part] * limit));
  }

  /** Begins waiting calls, sales first; looks again when the pace of reads allows the next one. */
  function beginWaiting(): void {
    for (const part of PARTS)
      for (const begin of queues[part]) {
        if (!mayBegin(part)) break;
        running[part] += 1;
        begin();
      }
    clearTimeout(timer);
    if (hasWaiting('catalog') && isPaced()) timer = setTimeout(beginWaiting, pace.waitMs());
  }

  function waitForSlot({ part, msLeft, stop }: ShopCall): Promise<void> {
    const queue = queues[part];
    if (queue.size >= limits.waiting) return Promise.reject(createTooManyError(estimateSeconds(part)));
    const maxWaitMs = Math.min(msLeft, limits.maxWaitMs ?? MAX_WAIT_MS[part]);
    const begun = waitInLine(queue, {
      stop,
      maxWaitMs,
      refusal: () => createTooManyError(estimateSeconds(part)),
    });
    beginWaiting();
    return begun;
  }

  /** Seconds after which the sales that wait now will have been answered; the copy answers reads meanwhile. */
  function estimateSeconds(part: CallPart): number {
    if (part !== 'sale') return MIN_RETRY_AFTER_SECONDS;
    const ms = (queues[part].size * capacity.meanMs()) / capacity.limit();
    return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(MIN_RETRY_AFTER_SECONDS, Math.ceil(ms / 1_000)));
  }

  return {
    /** True while agents' reads wait, are under way or have used up their part of the shop's time. */
    isBusy: (): boolean => running.catalog > 0 || hasWaiting('catalog') || isPaced(),

    /** Runs the work in a free slot; throws when the queue is full or the wait too long. */
    async run<Result>(call: ShopCall, work: () => Promise<Result>): Promise<Result> {
      call.stop?.throwIfAborted();
      if (mayBegin(call.part)) running[call.part] += 1;
      else await waitForSlot(call);
      let isLate = false;
      const timeout = setTimeout(
        () => {
          isLate = true;
          late += 1;
          running[call.part] -= 1;
          beginWaiting();
        },
        Math.max(LATE_MS, 2 * capacity.meanMs()),
      );
      try {
        return await work();
      } finally {
        clearTimeout(timeout);
        if (isLate) late -= 1;
        else running[call.part] -= 1;
        beginWaiting();
      }
    },

    /** Counts one call that is sent; `endOf` reads from an error how it ended. */
    async measure<Result>(
      { operation, part }: Pick<ShopCall, 'operation' | 'part'>,
      send: () => Promise<Result>,
      endOf: (error: unknown) => CallEnd,
    ): Promise<Result> {
      const ended = capacity.begin(operation);
      const startedAt = performance.now();
      const end = (how: CallEnd) => {
        const durationMs = performance.now() - startedAt;
        // A shop that is out is left alone by its circuit.
        if (part === 'catalog' && how === 'answered') pace.spend(durationMs / capacity.proven());
        ended(how, durationMs, hasWaiting(part));
      };
      try {
        const answer = await send();
        end('answered');
        return answer;
      } catch (error) {
        end(endOf(error));
        throw error;
      }
    },
  };
}

function createTooManyError(retryAfterSeconds: number): CommerceError {
  const message = `The store has as many requests as it can take right now. Try again in ${retryAfterSeconds} seconds.`;
  return new CommerceError('platform_unavailable', message, { retryAfterSeconds });
}
