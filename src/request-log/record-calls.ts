import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { searchReports } from '../commerce/order/search-report.ts';
import type { RequestLog } from '../storage/repositories/activity/request-log.ts';
import type { AgentCall, CatalogCall } from './agent-call.ts';
import { createDailyCounts } from './daily-counts.ts';
import { type LoggedCall, toLoggedCall } from './logged-call.ts';

interface Recording {
  requestLog: Pick<RequestLog, 'write' | 'batchSize'>;
  /** Days for which calls are stored; 0: calls are only counted. */
  requestLogDays: number;
  newId: () => string;
  /** Called for each call that is counted but dropped from the log. */
  onDrop?: () => void;
  log: { warn(details: object, message: string): void; error(error: unknown, message: string): void };
}

const FLUSH_DELAY_MS = 250;
/** Without a log, commits are rarer: each waits for the disk. */
const COUNTS_FLUSH_DELAY_MS = 2_000;
const MAX_QUEUED = 10_000;
/** Bounds the memory of queued bodies. */
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
/** Rests 19 times as long as it works: logging takes at most a twentieth of the process. */
const REST_PER_WORK = 19;
/** Requests that come in meanwhile wait as long. */
const TURN_BUDGET_MS = 1;
const FLUSH_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 30_000;
/** Batches in a row that may fail before a flush gives up. */
const MAX_FAILURES = 3;
const LOG_INTERVAL_MS = 60_000;

/** Writes calls in batches, so that no agent waits. Calls beyond the queue are counted but not logged. */
export function recordCalls({ requestLog, requestLogDays, newId, onDrop, log }: Recording) {
  const counts = createDailyCounts();
  const queue: AgentCall[] = [];
  let bytes = 0;
  let dropped = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let notBefore = 0;
  let running = false;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  const hasWaiting = () => !closed && (queue.length > 0 || counts.some());

  function enqueue(call: AgentCall): void {
    if (requestLogDays > 0 && queue.length < MAX_QUEUED && bytes <= MAX_QUEUED_BYTES) {
      queue.push(call);
      bytes += computeSize(call);
      return;
    }
    counts.add(call);
    if (requestLogDays === 0) return;
    dropped += 1;
    onDrop?.();
  }

  /** Writes batch after batch until nothing waits. */
  async function run(): Promise<void> {
    if (running) return;
    running = true;
    while (hasWaiting()) {
      const usualMs = requestLogDays === 0 ? COUNTS_FLUSH_DELAY_MS : FLUSH_DELAY_MS;
      const restMs = notBefore - performance.now();
      const delayMs = Math.max(queue.length < requestLog.batchSize ? usualMs : 0, restMs);
      await sleep(delayMs, undefined, { ref: false });
      await writeNext();
    }
    running = false;
  }

  /** Yields to requests before each batch. */
  function writeNext(): Promise<void> {
    writing = writing
      .then(() => setImmediate())
      .then(write)
      .catch((error) => log.error(error, 'Calls could not be recorded'));
    return writing;
  }

  async function write(): Promise<void> {
    if (!hasWaiting()) return;
    const { batch, workedMs } = await convert(queue.splice(0, requestLog.batchSize));
    const counted = counts.take();
    const startedAt = performance.now();
    try {
      await requestLog.write(batch, counted, searchReports(counted));
    } catch (error) {
      counts.giveBack(counted);
      throw error;
    } finally {
      logDropped();
      const endedAt = performance.now();
      notBefore = endedAt + (workedMs + endedAt - startedAt) * REST_PER_WORK;
    }
  }

  /** Yields to requests whenever the budget of a turn is spent. */
  async function convert(calls: readonly AgentCall[]): Promise<{ batch: LoggedCall[]; workedMs: number }> {
    const batch: LoggedCall[] = [];
    let workedMs = 0;
    let startedAt = performance.now();
    const getElapsed = () => performance.now() - startedAt;
    for (const call of calls) {
      if (getElapsed() > TURN_BUDGET_MS) {
        workedMs += getElapsed();
        await setImmediate();
        startedAt = performance.now();
      }
      bytes -= computeSize(call);
      counts.add(call);
      batch.push(toLoggedCall(call, newId()));
    }
    return { batch, workedMs: workedMs + getElapsed() };
  }

  function logDropped(): void {
    const now = performance.now();
    if (dropped === 0 || now - loggedAt < LOG_INTERVAL_MS) return;
    log.warn({ dropped }, 'More calls came in than could be recorded: these are counted, but not in the log');
    dropped = 0;
    loggedAt = now;
  }

  async function flush(timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    await writing;
    let failures = 0;
    while (hasWaiting() && performance.now() < until && failures < MAX_FAILURES) {
      const before = queue.length;
      await writeNext();
      failures = queue.length < before ? 0 : failures + 1;
    }
  }

  return {
    /** Queues a call; synchronous, and never throws. */
    record(call: AgentCall): void {
      if (closed) return;
      enqueue(call);
      void run();
    },
    /** Counts the call, and is as quick. */
    recordCatalogCall(call: CatalogCall): void {
      if (closed) return;
      counts.addCatalogCall(call);
      void run();
    },
    /** Resolves when all queued calls are written, or after two seconds. */
    flush: () => flush(FLUSH_TIMEOUT_MS),
    /** Writes the queued calls, and drops later ones. */
    async close(): Promise<void> {
      await flush(CLOSE_TIMEOUT_MS);
      closed = true;
    },
  };
}

function computeSize({ requestBody, responseText, url, headers }: AgentCall): number {
  const bodyBytes = requestBody instanceof Uint8Array ? requestBody.length : 0;
  const head = Object.values(headers).reduce((sum, value) => sum + (value?.length ?? 0), url.length);
  return bodyBytes + (responseText?.length ?? 0) + head;
}
