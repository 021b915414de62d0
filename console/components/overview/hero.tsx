import { Card, Group, Tabs, Text } from '@mantine/core';
import type { GetStoreOverviewResponse } from '../../../client/index.ts';
import { DayChart, type DayValue, dayText } from '../charts/day-chart.tsx';
import { Sparkline } from '../charts/sparkline.tsx';
import { CsvLink } from '../csv-link.tsx';
import { moneyText, shortMoneyText } from '../money.tsx';
import { Delta } from './delta.tsx';
import { Facts, FiguresHelp } from './facts.tsx';
import { useDaysQuery } from './use-period.ts';

type Days = GetStoreOverviewResponse['by_day'];
type Period = GetStoreOverviewResponse['period'];

/** Figures that the chart can show, by their members of the overview. */
const FIGURES = {
  revenue_verified: 'Revenue',
  orders_verified: 'Orders',
  sessions: 'Sessions',
  searches: 'Searches',
} as const;
type Figure = keyof typeof FIGURES;

const NAMES = Object.keys(FIGURES) as Figure[];

/** Four figures with their course, and the chart of the one that is chosen over the period before. */
export function Hero({ overview }: { overview: GetStoreOverviewResponse }) {
  return (
    <Card withBorder padding={0} component="section" aria-label="Sales through agents">
      <Tabs defaultValue={NAMES[0] ?? null} variant="none" keepMounted={false}>
        <Tabs.List className="tiles" aria-label="Figure of the chart">
          {NAMES.map((figure) => (
            <Tile key={figure} figure={figure} overview={overview} />
          ))}
        </Tabs.List>
        {NAMES.map((figure) => (
          <Tabs.Panel key={figure} value={figure} className="hero-panel">
            <Course figure={figure} overview={overview} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Facts overview={overview} />
    </Card>
  );
}

interface FigureProps {
  figure: Figure;
  overview: GetStoreOverviewResponse;
}

function Tile({ figure, overview: { totals, previous, by_day: days } }: FigureProps) {
  return (
    <Tabs.Tab value={figure} className="tile">
      <Text size="xs" c="dimmed" fw={500} component="span" display="block">
        {FIGURES[figure]}
      </Text>
      <span className="tile-figure">{toTextIn(figure, totals.currency)(totals[figure])}</span>
      <span className="tile-foot">
        <Delta now={totals[figure]} before={previous?.totals[figure]} />
        <Sparkline values={days.map((day) => day[figure])} />
      </span>
    </Tabs.Tab>
  );
}

function toTextIn(figure: Figure, currency: string): (value: number) => string {
  if (figure === 'revenue_verified') return (value) => moneyText(value, currency);
  return (value) => value.toLocaleString();
}

function Course({ figure, overview }: FigureProps) {
  const { totals, previous, period, by_day: days } = overview;
  const { currency } = totals;
  const query = useDaysQuery(overview);
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap" mb="md">
        <Group gap="xs">
          <Legend period={period} />
          {previous && <Legend period={previous.period} isBefore />}
        </Group>
        <Group gap={2} wrap="nowrap">
          <FiguresHelp overview={overview} />
          <CsvLink operation="getStoreOverview" query={query} format="csv_by_day" list="by day" />
        </Group>
      </Group>
      <DayChart
        title={`${FIGURES[figure]} through agents`}
        days={toValues(days, figure)}
        before={toValues(previous?.by_day ?? [], figure)}
        toText={toTextIn(figure, currency)}
        toShortText={
          figure === 'revenue_verified'
            ? (value) => shortMoneyText(value, currency)
            : (value) => value.toLocaleString()
        }
      />
    </>
  );
}

function toValues(days: Days, figure: Figure): DayValue[] {
  return days.map((day) => ({ day: day.day, value: day[figure] }));
}

function Legend({ period: { from, to }, isBefore = false }: { period: Period; isBefore?: boolean }) {
  return (
    <Text size="xs" c="dimmed" className="legend" data-before={isBefore || undefined}>
      {dayText(from)} – {dayText(to)}
    </Text>
  );
}
