import type { CallPart } from '../../commerce/call/caller.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { waitInLine } from '../../limits/call-slots.ts';
import type { CountProcesses } from '../../limits/processes-at.ts';

export interface ShopLimits {
  /** Calls at once, of all processes together. */
  concurrency: number;
  /** Calls of each part that may wait; further ones are refused at once. */
  waiting: number;
  /** Limit of the wait, in place of each part's own. */
  maxWaitMs?: number;
}

export interface ShopCall {
  part: CallPart;
  msLeft: number;
  stop: AbortSignal | undefined;
  /** True for an error by which the shop says that it has too many calls. */
  isOverrun(error: unknown): boolean;
}

/** Sales go first. `atOnce`: if there is room for so many. The copy answers in place of a read of the catalog that waits longer. */
const LANES: Record<CallPart, { atOnce: number; maxWaitMs: number; retryAfterSeconds: number }> = {
  sale: { atOnce: 4, maxWaitMs: 30_000, retryAfterSeconds: 10 },
  catalog: { atOnce: 2, maxWaitMs: 5_000, retryAfterSeconds: 2 },
  import: { atOnce: 1, maxWaitMs: 30_000, retryAfterSeconds: 10 },
};
const PARTS: readonly CallPart[] = ['sale', 'catalog', 'import'];
/** Time without a refusal after which the shop gets one more call at once. */
const RECOVERY_MS = 10_000;

export type ShopLanes = ReturnType<typeof createShopLanes>;

/** Admits calls to one shop: a fixed number at once, fewer after a refusal, and of agents' reads no more than their part of its time. */
export function createShopLanes(changes: Partial<ShopLimits> = {}, countProcesses: CountProcesses = () => 1) {
  const limits = { concurrency: LANES.sale.atOnce, waiting: 100, ...changes };
  const concurrency = createConcurrency(limits.concurrency);
  let processes = 1;
  const pace = createReadPace(() => processes);
  const lines = createLines(pace, () => Math.max(1, Math.floor(concurrency.limit() / processes)));

  async function waitForTurn({ part, msLeft, stop }: ShopCall): Promise<void> {
    const { maxWaitMs, retryAfterSeconds } = { ...LANES[part], ...changes };
    const createRefusal = () => createTooManyError(retryAfterSeconds);
    const line = lines.waiting[part];
    if (line.size >= limits.waiting) throw createRefusal();
    const waitMs = Math.max(0, Math.min(msLeft, maxWaitMs));
    const turn = waitInLine(line, { stop, maxWaitMs: waitMs, refusal: createRefusal });
    lines.beginWaiting();
    await turn;
  }

  return {
    /** True while agents' reads wait, are under way or have used up their part of the shop's time. */
    isBusy: (): boolean => lines.isTaken('catalog') || pace.waitMs() > 0,

    /** Runs the work when it is its turn; throws when too many calls wait, or the wait is too long. */
    async run<Result>(call: ShopCall, work: () => Promise<Result>): Promise<Result> {
      call.stop?.throwIfAborted();
      processes = countProcesses();
      await waitForTurn(call);
      if (call.part === 'catalog') pace.begin();
      try {
        return await work();
      } catch (error) {
        if (call.isOverrun(error)) concurrency.reduce();
        throw error;
      } finally {
        if (call.part === 'catalog') pace.end();
        lines.release(call.part);
      }
    },
  };
}

function createLines(pace: { waitMs(): number }, getRoom: () => number) {
  const createLine = () => new Set<() => void>();
  const waiting = { sale: createLine(), catalog: createLine(), import: createLine() };
  const running: Record<CallPart, number> = { sale: 0, catalog: 0, import: 0 };
  let timer: NodeJS.Timeout | undefined;

  const isPaced = (part: CallPart) => part === 'catalog' && pace.waitMs() > 0;

  /** Counts neither running nor waiting calls of the parts behind this one, so that none makes it wait. */
  function mayBegin(part: CallPart): boolean {
    const before = PARTS.slice(0, PARTS.indexOf(part));
    if (isPaced(part) || before.some((each) => waiting[each].size > 0 && !isPaced(each))) return false;
    const count = before.reduce((sum, each) => sum + running[each], running[part]);
    return count < getRoom() && running[part] < LANES[part].atOnce;
  }

  /** Begins waiting calls, sales first; looks again when the pace of reads allows the next one. */
  function beginWaiting(): void {
    for (const part of PARTS)
      for (const begin of waiting[part]) {
        if (!mayBegin(part)) break;
        running[part] += 1;
        begin();
      }
    clearTimeout(timer);
    if (waiting.catalog.size > 0 && isPaced('catalog')) timer = setTimeout(beginWaiting, pace.waitMs());
  }

  return {
    waiting,
    beginWaiting,
    isTaken: (part: CallPart): boolean => running[part] > 0 || waiting[part].size > 0,
    release(part: CallPart): void {
      running[part] -= 1;
      beginWaiting();
    },
  };
}

/** Halves at each refusal, and recovers by one in each while without any. */
function createConcurrency(max: number) {
  let low = max;
  let refusedAt = 0;
  const limit = () => Math.min(max, low + Math.floor((performance.now() - refusedAt) / RECOVERY_MS));
  return {
    limit,
    reduce(): void {
      low = Math.max(1, Math.floor(limit() / 2));
      refusedAt = performance.now();
    },
  };
}

function createTooManyError(retryAfterSeconds: number): CommerceError {
  const message = `The store has as many requests as it can take right now. Try again in ${retryAfterSeconds} seconds.`;
  return new CommerceError('platform_unavailable', message, { retryAfterSeconds });
}

/** Part of the time in which agents' searches and look-ups may be under way at a shop. */
const SHARE = 1 / 6;
/** Time that they may take at once, after a pause. */
const BURST_MS = 5_000;

/** Leaves a shop's time to people, who wait meanwhile at a shop with one worker: a token bucket over the time of reads. */
export function createReadPace(getProcesses = () => 1, now = () => performance.now()) {
  let running = 0;
  let leftMs = BURST_MS;
  let countedAt = now();

  function count(): number {
    const at = now();
    const share = SHARE / getProcesses();
    const gainedMs = (at - countedAt) * (running > 0 ? share - 1 : share);
    leftMs = Math.min(BURST_MS / getProcesses(), leftMs + gainedMs);
    countedAt = at;
    return share;
  }

  return {
    begin(): void {
      count();
      running += 1;
    },

    end(): void {
      count();
      running -= 1;
    },

    waitMs(): number {
      const share = count();
      return leftMs > 0 ? 0 : Math.ceil(-leftMs / share) + 1;
    },
  };
}
