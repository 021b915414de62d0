/** Ends of scales whose halves are whole numbers. */
const ENDS = [2, 4, 6, 8, 10, 20];

/** Returns a round end of the scale, at or above the highest value. */
export function toScaleEnd(highest: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return magnitude * (ENDS.find((end) => end * magnitude >= highest) ?? 20);
}

type Point = readonly [x: number, y: number];

/** Points of a line in a box of 100 by 100, the first value on the left. */
export function toPoints(values: readonly number[], end: number): Point[] {
  const last = Math.max(1, values.length - 1);
  return values.map((value, place) => [
    values.length === 1 ? 50 : (100 * place) / last,
    100 - (100 * value) / end,
  ]);
}

export function toPath(points: readonly Point[]): string {
  return points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
}

/** Line, and the area below it. */
export function toShapes(values: readonly number[], end: number): { line: string; area: string } {
  const points = toPoints(values, end);
  const line = toPath(points);
  const [first, last] = [points[0], points.at(-1)];
  return { line, area: first && last ? `${line}L${last[0]} 100L${first[0]} 100Z` : '' };
}
