export type ShiftedClock = ReturnType<typeof shiftedClock>;

/** The machine's own clock, as far as this process reads it: somebody sets it. */
export function shiftedClock() {
  const real = Date.now;
  let ahead = 0;
  Date.now = () => real() + ahead;
  return {
    advance(ms: number) {
      ahead += ms;
    },
    restore() {
      Date.now = real;
    },
  };
}
