import type { AgentCall, RecordCall } from '../operations/agent-call.ts';
import type { RequestLog } from '../storage/request-log.ts';
import { dailyCounts } from './count-calls.ts';
import { loggedCall } from './logged-call.ts';

interface Recording {
  requestLog: Pick<RequestLog, 'write' | 'atOnce'>;
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
  /** Resolves when all that was taken in before is written. */
  flush(): Promise<void>;
  /** The same, and nothing is taken in any more. */
  close(): Promise<void>;
}

const WRITTEN_AFTER_MS = 250;
/** Counts alone are not waited for: each commit waits for the disk. */
const COUNTS_WRITTEN_AFTER_MS = 2_000;
const MOST_WAITING = 10_000;
/** Of all that waits: a flood of large bodies is not held in memory. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;
/** Writing takes a twentieth of the process at most, whatever comes in: agents are answered first. */
const REST_PER_WORK = 19;
const SAID_EVERY_MS = 60_000;

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
    if (requestLogDays > 0 && waiting.length < MOST_WAITING && bytes <= MOST_WAITING_BYTES) {
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
    const usual = requestLogDays === 0 ? COUNTS_WRITTEN_AFTER_MS : WRITTEN_AFTER_MS;
    const ms = Math.max(waiting.length < requestLog.atOnce ? usual : 0, rest);
    timer = setTimeout(() => void writeInTurn(), ms).unref();
  }

  function writeInTurn(): Promise<void> {
    writing = writing.then(write).catch((error) => log.error(error, 'Calls could not be recorded'));
    return writing;
  }

  async function write(): Promise<void> {
    const startedAt = performance.now();
    clearTimeout(timer);
    timer = undefined;
    busy = true;
    const calls = waiting.splice(0, requestLog.atOnce);
    for (const call of calls) {
      bytes -= sizeOf(call);
      counts.add(call);
    }
    const counted = counts.take();
    try {
      await requestLog.write(
        calls.map((call) => loggedCall(call, newId())),
        counted,
      );
    } catch (error) {
      counts.giveBack(counted);
      throw error;
    } finally {
      sayWhatIsMissing();
      const endedAt = performance.now();
      notBefore = endedAt + (endedAt - startedAt) * REST_PER_WORK;
      busy = false;
      const more = waiting.length > 0 || (requestLogDays === 0 && counts.some());
      if (more && timer === undefined && !closed) schedule();
    }
  }

  function sayWhatIsMissing(): void {
    const now = performance.now();
    if (dropped === 0 || now - saidAt < SAID_EVERY_MS) return;
    log.warn({ dropped }, 'More calls came in than could be recorded: these are counted, but not in the log');
    dropped = 0;
    saidAt = now;
  }

  async function flush(): Promise<void> {
    await writing;
    for (
      let pieces = MOST_WAITING / requestLog.atOnce;
      (waiting.length > 0 || counts.some()) && pieces > 0;
      pieces -= 1
    ) {
      await writeInTurn();
    }
  }

  return {
    record,
    flush,
    async close() {
      await flush();
      closed = true;
      clearTimeout(timer);
    },
  };
}

function sizeOf({ requestBody, responseText }: AgentCall): number {
  const sent = requestBody instanceof Uint8Array ? requestBody.length : 0;
  return sent + (responseText?.length ?? 0);
}
