/** Share from 0 to 1 as a percentage, with one digit below ten percent; an em dash for none. */
export function percentOf(share: number | null): string {
  if (share === null) return '—';
  const digits = share > 0 && share < 0.1 ? 1 : 0;
  return `${(100 * share).toFixed(digits)} %`;
}
