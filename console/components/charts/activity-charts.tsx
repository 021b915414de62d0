import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Table, VisuallyHidden } from '@mantine/core';
import type { GetStoreOverviewResponse } from '../../../client/index.ts';
import { getExponent, toDecimal } from '../../../src/commerce/money/money.ts';

type Days = GetStoreOverviewResponse['by_day'];

const DAY_FORMAT = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Dash patterns distinguish lines without color. */
const ACTIVITY: { name: keyof Days[number]; label: string; color: string; strokeDasharray?: string }[] = [
  { name: 'searches', label: 'Searches', color: 'indigo.6' },
  { name: 'sessions', label: 'Sessions', color: 'teal.6', strokeDasharray: '6 3' },
  { name: 'handoffs', label: 'Hand-offs', color: 'orange.6', strokeDasharray: '2 3' },
  { name: 'carts', label: 'Carts', color: 'grape.6', strokeDasharray: '9 3 2 3' },
];

export function ActivityChart({ days }: { days: Days }) {
  const series = ACTIVITY.filter(({ name }) => name !== 'carts' || days.some(({ carts }) => carts > 0));
  return (
    <figure style={{ margin: 0 }}>
      <LineChart
        h={240}
        data={days.map((day) => ({ ...day, day: dayName(day.day) }))}
        dataKey="day"
        series={series}
        withLegend
        withDots={days.length <= 31}
        curveType="monotone"
        lineChartProps={{ accessibilityLayer: false }}
        legendProps={{ itemSorter: null }}
        tickLine="none"
        gridAxis="x"
        yAxisProps={{ allowDecimals: false, width: 36 }}
        xAxisProps={{ minTickGap: 24 }}
        aria-hidden
      />
      <DaysTable
        caption="Activity of agents by day"
        heads={['Day', ...series.map(({ label }) => label)]}
        rows={days.map((day) => [day.day, ...series.map(({ name }) => String(day[name]))])}
      />
    </figure>
  );
}

export function RevenueChart({ days, currency }: { days: Days; currency: string }) {
  return (
    <figure style={{ margin: 0 }}>
      <BarChart
        h={240}
        data={days.map((day) => ({
          day: dayName(day.day),
          revenue: majorUnits(day.revenue_verified, currency),
        }))}
        dataKey="day"
        series={[{ name: 'revenue', label: 'Verified revenue', color: 'teal.6' }]}
        valueFormatter={(value) => moneyOf(value, currency)}
        tickLine="none"
        gridAxis="x"
        yAxisProps={{ width: 64 }}
        xAxisProps={{ minTickGap: 24 }}
        maxBarWidth={28}
        barChartProps={{ accessibilityLayer: false }}
        aria-hidden
      />
      <DaysTable
        caption={`Verified revenue by day, in ${currency}`}
        heads={['Day', 'Orders', 'Revenue']}
        rows={days.map((day) => [
          day.day,
          String(day.orders_verified),
          toDecimal(day.revenue_verified, currency),
        ])}
      />
    </figure>
  );
}

/** Text alternative of the chart. */
function DaysTable({ caption, heads, rows }: { caption: string; heads: string[]; rows: string[][] }) {
  return (
    <VisuallyHidden>
      <Table>
        <Table.Caption>{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells) => (
            <Table.Tr key={cells[0]}>
              {cells.map((cell, position) => (
                <Table.Td key={heads[position]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </VisuallyHidden>
  );
}

/** For the length of a bar only; what is read comes from the minor units. */
function majorUnits(minorUnits: number, currency: string): number {
  return Number(toDecimal(minorUnits, currency));
}

/** Whole units where they are whole: there is little room beside a chart. */
function moneyOf(value: number, currency: string): string {
  const highest = getExponent(currency);
  const digits = {
    minimumFractionDigits: Number.isInteger(value) ? 0 : highest,
    maximumFractionDigits: highest,
  };
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits }).format(value);
}

function dayName(day: string): string {
  return DAY_FORMAT.format(new Date(`${day}T00:00:00Z`));
}
