/** Milliseconds, on one line. */
export function Duration({ ms }: { ms: number }) {
  return <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{durationText(ms)}</span>;
}

/** `<1 ms`, `4.2 ms`, `1,250 ms`. */
export function durationText(ms: number): string {
  if (ms < 1) return '<1 ms';
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString()} ms`;
}
