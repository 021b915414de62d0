import { setImmediate } from 'node:timers/promises';
import type { AgentCall, RecordCall } from './agent-call.ts';
import type { RequestLog } from '../storage/repositories/request-log.ts';
import { dailyCounts } from './count-calls.ts';
import { type LoggedCall, loggedCall } from './logged-call.ts';

interface Recording {
  requestLog: Pick<RequestLog, 'write' | 'batchSize'>;
  /** How many days calls are kept; 0: none is kept, and only what is counted by day is. */
  requestLogDays: number;
  newId: () => string;
  /** Told of each call that is counted and not kept, although calls are. */
  onDrop?: () => void;
  log: { warn(details: object, message: string): void; error(error: unknown, message: string): void };
}

export interface CallRecorder {
  /** Takes a call in. Costs an agent nothing that it would notice, and never throws. */
  record: RecordCall;
  /** Resolves when what was taken in before is written, or after two seconds with what could be written in them. */
  flush(): Promise<void>;
  /** Resolves when all is written, and nothing is taken in any more. */
  close(): Promise<void>;
}

const FLUSH_DELAY_MS = 250;
/** Counts alone are not waited for: each commit waits for the disk. */
const COUNTS_FLUSH_DELAY_MS = 2_000;
const MAX_WAITING = 10_000;
/** Of all that waits: a flood of large bodies is not held in memory. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** Writing takes a twentieth of the process at most, whatever comes in: agents are answered first. */
const REST_PER_WORK = 19;
/** Of one turn of the event loop: after that, the rest of a piece is converted in the next one. */
const CONVERSION_BUDGET_MS = 5;
const FLUSH_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 30_000;
/** Pieces in a row that a database may refuse before a flush gives up. */
const MAX_FAILURES = 3;
const LOG_INTERVAL_MS = 60_000;

/**
 * Keeps calls in memory for a moment and writes them together, away from who waits for an answer. What comes in faster than it
 * can be written is counted and not kept, and the log says how many those were.
 */
export function recordCalls({ requestLog, requestLogDays, newId, onDrop, log }: Recording): CallRecorder {
  const counts = dailyCounts();
  const waiting: AgentCall[] = [];
  let bytes = 0;
  let dropped = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let notBefore = 0;
  /** One piece at a time; while it is written, nothing says yet when the next one may be. */
  let busy = false;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  function record(call: AgentCall): void {
    if (closed) return;
    take(call);
    if (timer === undefined && !busy) schedule();
  }

  function take(call: AgentCall): void {
    if (requestLogDays > 0 && waiting.length < MAX_WAITING && bytes <= MAX_WAITING_BYTES) {
      waiting.push(call);
      bytes += sizeOf(call);
      return;
    }
    counts.add(call);
    if (requestLogDays === 0) return;
    dropped += 1;
    onDrop?.();
  }

  function schedule(): void {
    clearTimeout(timer);
    const rest = notBefore - performance.now();
    const usual = requestLogDays === 0 ? COUNTS_FLUSH_DELAY_MS : FLUSH_DELAY_MS;
    const ms = Math.max(waiting.length < requestLog.batchSize ? usual : 0, rest);
    timer = setTimeout(() => void writeInTurn(), ms).unref();
  }

  /** Lets requests be answered before each piece, also where one is asked for right behind another. */
  function writeInTurn(): Promise<void> {
    writing = writing
      .then(() => setImmediate())
      .then(write)
      .catch((error) => log.error(error, 'Calls could not be recorded'));
    return writing;
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    busy = true;
    const { converted, workedMs } = await convert(waiting.splice(0, requestLog.batchSize));
    const counted = counts.take();
    const startedAt = performance.now();
    try {
      await requestLog.write(converted, counted);
    } catch (error) {
      counts.giveBack(counted);
      throw error;
    } finally {
      sayWhatIsMissing();
      const endedAt = performance.now();
      notBefore = endedAt + (workedMs + endedAt - startedAt) * REST_PER_WORK;
      busy = false;
      const more = waiting.length > 0 || (requestLogDays === 0 && counts.some());
      if (more && timer === undefined && !closed) schedule();
    }
  }

  /** Leaves the event loop to requests whenever the budget of a turn is spent. */
  async function convert(
    calls: readonly AgentCall[],
  ): Promise<{ converted: LoggedCall[]; workedMs: number }> {
    const converted: LoggedCall[] = [];
    let workedMs = 0;
    let turnBegan = performance.now();
    const spent = () => performance.now() - turnBegan;
    for (const call of calls) {
      if (spent() > CONVERSION_BUDGET_MS) {
        workedMs += spent();
        await setImmediate();
        turnBegan = performance.now();
      }
      bytes -= sizeOf(call);
      counts.add(call);
      converted.push(loggedCall(call, newId()));
    }
    return { converted, workedMs: workedMs + spent() };
  }

  function sayWhatIsMissing(): void {
    const now = performance.now();
    if (dropped === 0 || now - saidAt < LOG_INTERVAL_MS) return;
    log.warn({ dropped }, 'More calls came in than could be recorded: these are counted, but not in the log');
    dropped = 0;
    saidAt = now;
  }

  async function flush(timeoutMs = FLUSH_TIMEOUT_MS): Promise<void> {
    const until = performance.now() + timeoutMs;
    await writing;
    let failures = 0;
    while ((waiting.length > 0 || counts.some()) && performance.now() < until && failures < MAX_FAILURES) {
      const before = waiting.length;
      await writeInTurn();
      failures = waiting.length < before ? 0 : failures + 1;
    }
  }

  return {
    record,
    flush: () => flush(),
    async close() {
      await flush(CLOSE_TIMEOUT_MS);
      closed = true;
      clearTimeout(timer);
    },
  };
}

function sizeOf({ requestBody, responseText, url, headers }: AgentCall): number {
  const sent = requestBody instanceof Uint8Array ? requestBody.length : 0;
  const head = Object.values(headers).reduce((sum, value) => sum + (value?.length ?? 0), url.length);
  return sent + (responseText?.length ?? 0) + head;
}
