import { parentPort } from 'node:worker_threads';
import { type Growth, isSuperLinear, type Measured } from './growth.ts';
import { type Shape, textsFor } from './texts-of-pattern.ts';

const LENGTHS = [1, 4, 16, 64].map((kilobytes) => kilobytes * 1024);
/** Milliseconds for 16 KB below which 64 KB cannot be slow. */
const TRIFLE_MS = 0.5;
/** Many times the 4 ms in which some systems count the time of a thread. */
const CERTAIN_MS = 100;

parentPort?.on('message', async (measured: Measured) => {
  const run = await runnerOf(measured);
  const shapes = 'source' in measured ? textsFor(measured) : measured.units.flatMap(shapesOf);
  parentPort?.postMessage(worstOf(shapes, run));
});

/** Stops at the first super-linear text. */
function worstOf(shapes: readonly Shape[], run: (text: string) => unknown): Growth {
  let worst: Growth = { text: '', small: 0, large: 0 };
  for (const shape of shapes) {
    const growth = growthOf(shape, run);
    if (growth.large > worst.large) worst = growth;
    if (isSuperLinear(growth)) return growth;
  }
  return worst;
}

/** Grows the text only until the result is clear. */
function growthOf({ prefix, unit, suffix }: Shape, run: (text: string) => unknown): Growth {
  const text = `${JSON.stringify(prefix)} + ${JSON.stringify(unit)} × n + ${JSON.stringify(suffix)}`;
  const ofLength = (length: number) => prefix + unit.repeat(Math.ceil(length / unit.length)) + suffix;
  let growth: Growth = { text, small: 0, large: 0 };
  for (const length of LENGTHS) {
    const whole = ofLength(length);
    growth = { text, small: growth.large, large: timeOf(run, whole) };
    if (length >= 16 * 1024 && growth.large < TRIFLE_MS) break;
    if (growth.large > TRIFLE_MS) growth.large = Math.min(growth.large, timeOf(run, whole));
    if (!isSuperLinear(growth)) continue;
    growth = { text, small: averageOf(run, ofLength(length / 4)), large: averageOf(run, whole) };
    if (isSuperLinear(growth)) break;
  }
  return growth;
}

function shapesOf(unit: string) {
  return [
    { prefix: '', unit, suffix: '' },
    { prefix: 'x', unit, suffix: '\u0001' },
  ];
}

async function runnerOf(measured: Measured): Promise<(text: string) => unknown> {
  if (!('source' in measured)) return (await import(measured.module))[measured.name];
  const { source, flags } = measured;
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  return (text) => text.replace(expression, '');
}

/** Repeats the run until its time is certain. */
function averageOf(run: (text: string) => unknown, text: string): number {
  let total = 0;
  let runs = 0;
  for (; total < CERTAIN_MS; runs++) total += timeOf(run, text);
  return total / runs;
}

function timeOf(run: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  run(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
