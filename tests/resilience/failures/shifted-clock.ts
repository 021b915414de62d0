export type ShiftedClock = ReturnType<typeof shiftedClock>;

/** The machine's clocks, as far as this process reads them. */
export function shiftedClock() {
  const [dateNow, performanceNow] = [Date.now, performance.now.bind(performance)];
  let [ahead, passed] = [0, 0];
  Date.now = () => dateNow() + ahead + passed;
  performance.now = () => performanceNow() + passed;
  return {
    /** Somebody sets the clock, forward or back; no time passes. */
    set(ms: number) {
      ahead += ms;
    },
    /** Time passes. */
    pass(ms: number) {
      passed += ms;
    },
    restore() {
      Date.now = dateNow;
      performance.now = performanceNow;
    },
  };
}
