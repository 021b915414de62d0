import { FiguresTable } from './figures-table.tsx';

export interface Bar {
  /** Unique; head of the bar's row in the text alternative. */
  label: string;
  /** Parts of the bar, from its foot: requests that succeeded, those that were rejected, those that failed. */
  good: number;
  rejected?: number;
  failed?: number;
}

interface BarChartProps {
  caption: string;
  /** Titles of the label, the sum, and the errors where bars have any. */
  heads: readonly string[];
  bars: readonly Bar[];
  /** Labels below the bars, at equal distances. */
  ends: readonly string[];
}

/** Bars side by side; their numbers are read on hover and in the text alternative. */
export function BarChart({ caption, heads, bars, ends }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(sumOf));
  return (
    <figure className="bar-chart">
      <div className="bar-chart-plot" aria-hidden>
        {bars.map((bar) => (
          <span key={bar.label} className="bar-chart-bar" title={textOf(bar, heads)}>
            {PARTS.map((part) => (
              <span
                key={part}
                data-part={part}
                style={{ height: `${(100 * (bar[part] ?? 0)) / highest}%` }}
              />
            ))}
          </span>
        ))}
      </div>
      <div className="bar-chart-ends" aria-hidden>
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </div>
      <FiguresTable
        caption={caption}
        heads={heads}
        rows={bars.map((bar) => [bar.label, ...valuesOf(bar, heads).map((value) => value.toLocaleString())])}
      />
    </figure>
  );
}

/** From the top downwards. */
const PARTS = ['failed', 'rejected', 'good'] as const;

function sumOf({ good, rejected = 0, failed = 0 }: Bar): number {
  return good + rejected + failed;
}

function valuesOf(bar: Bar, heads: readonly string[]): number[] {
  return [sumOf(bar), bar.rejected ?? 0, bar.failed ?? 0].slice(0, heads.length - 1);
}

function textOf(bar: Bar, heads: readonly string[]): string {
  const values = valuesOf(bar, heads).map(
    (value, place) => `${value.toLocaleString()} ${heads[place + 1]?.toLowerCase()}`,
  );
  return `${bar.label}: ${values.join(', ')}`;
}
