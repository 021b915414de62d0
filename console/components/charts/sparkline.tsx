import { toShapes } from './scale.ts';

/** Course of a figure, without numbers: the figure stands beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const { line, area } = toShapes(values, Math.max(1, ...values) * 1.1);
  return (
    <svg className="sparkline" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path d={area} className="chart-area" />
      <path d={line} className="chart-line" />
    </svg>
  );
}
