export interface Point {
  x: number;
  y: number;
}

/** Returns the slope by least squares; 0 for fewer than two points. */
export function slopeOf(points: readonly Point[]): number {
  const count = points.length;
  if (count < 2) return 0;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const rise = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return spread === 0 ? 0 : rise / spread;
}
