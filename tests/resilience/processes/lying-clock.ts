/**
 * Preloaded into a process: shifts its clock by `CLOCK_AHEAD_MS`, and on each SIGUSR2 by the next of `CLOCK_JUMPS_MS`, which
 * it then prints to standard output.
 */
const jumps = (process.env.CLOCK_JUMPS_MS ?? '').split(',').filter(Boolean).map(Number);
let ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);

const RightDate = globalThis.Date;
const now = () => RightDate.now() + ahead;

class LyingDate extends RightDate {
  // biome-ignore lint/suspicious/noExplicitAny: takes every overload of the real one.
  constructor(...args: any[]) {
    super(...((args.length === 0 ? [now()] : args) as [number]));
  }

  static override now(): number {
    return now();
  }
}

globalThis.Date = LyingDate as DateConstructor;

process.on('SIGUSR2', () => {
  ahead += jumps.shift() ?? 0;
  process.stdout.write(`the clock is now ${ahead} ms ahead\n`);
});
