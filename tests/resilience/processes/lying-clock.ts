/**
 * Loaded before a process of the service: its machine's clock is `CLOCK_AHEAD_MS` wrong, and each SIGUSR2 sets it by the next of
 * `CLOCK_JUMPS_MS`. It says so on its standard output when it has.
 */
const jumps = (process.env.CLOCK_JUMPS_MS ?? '').split(',').filter(Boolean).map(Number);
let ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);

const RightDate = globalThis.Date;
const now = () => RightDate.now() + ahead;

class LyingDate extends RightDate {
  // biome-ignore lint/suspicious/noExplicitAny: as many forms as the true one takes.
  constructor(...given: any[]) {
    super(...((given.length === 0 ? [now()] : given) as [number]));
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
