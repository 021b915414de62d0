/** Milliseconds, on one line. */
export function Duration({ ms }: { ms: number }) {
  return (
    <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {Math.round(ms).toLocaleString()} ms
    </span>
  );
}
