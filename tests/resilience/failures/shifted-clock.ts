export type ShiftedClock = ReturnType<typeof shiftedClock>;

/** Replaces the clocks of this process. */
export function shiftedClock() {
  const [dateNow, performanceNow] = [Date.now, performance.now.bind(performance)];
  let [ahead, passed] = [0, 0];
  Date.now = () => dateNow() + ahead + passed;
  performance.now = () => performanceNow() + passed;
  return {
    /** Sets the wall clock forward or back; no time passes. */
    set(ms: number) {
      ahead += ms;
    },
    /** Advances both clocks. */
    pass(ms: number) {
      passed += ms;
    },
    restore() {
      Date.now = dateNow;
      performance.now = performanceNow;
    },
  };
}
