import type { Metric, Registry } from 'prom-client';

interface HistogramOptions<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
  /** Upper bounds in seconds, ascending. */
  bounds: readonly number[];
}

interface Row {
  labels: Record<string, string>;
  /** One for each bound, and one for what is above them all. */
  counts: number[];
  sum: number;
}

const SEPARATOR = '\n';

/**
 * A histogram for the path that agents wait on. prom-client's own sorts and joins the labels' names at every observation; here
 * one that was seen before costs a look into a map, and the words are put together when somebody reads them.
 */
export function histogram<Label extends string>(registry: Registry, options: HistogramOptions<Label>) {
  const { name, help, labels, bounds } = options;
  const rows = new Map<string, Row>();

  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: [...rows.values()].flatMap((row) => samplesOf(name, bounds, row)),
  });
  registry.registerMetric({ name, get, reset: () => rows.clear() } as unknown as Metric);

  /** `values` in the order of the labels. */
  return (values: readonly string[], seconds: number): void => {
    const key = values.join(SEPARATOR);
    let row = rows.get(key);
    if (!row) {
      const named = Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']));
      row = { labels: named, counts: new Array(bounds.length + 1).fill(0), sum: 0 };
      rows.set(key, row);
    }
    const index = bounds.findIndex((bound) => seconds <= bound);
    const place = index === -1 ? bounds.length : index;
    row.counts[place] = (row.counts[place] ?? 0) + 1;
    row.sum += seconds;
  };
}

/** Buckets count what is at most their bound, each the ones below it as well. */
function samplesOf(name: string, bounds: readonly number[], { labels, counts, sum }: Row) {
  let below = 0;
  const buckets = [...bounds, '+Inf'].map((le, index) => {
    below += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: below },
  ];
}
