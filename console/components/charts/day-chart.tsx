import { Group, Text } from '@mantine/core';
import { type PointerEvent, useState } from 'react';
import { FiguresTable } from './figures-table.tsx';
import { toPath, toPoints, toScaleEnd, toShapes } from './scale.ts';

const DAY_FORMAT = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Renders an ISO date as `28 Nov`. */
export function dayText(day: string): string {
  return DAY_FORMAT.format(new Date(`${day}T00:00:00Z`));
}

export interface DayValue {
  /** ISO date. */
  day: string;
  value: number;
}

interface DayChartProps {
  title: string;
  days: readonly DayValue[];
  /** The days of the period before, in their sequence; empty without any. */
  before: readonly DayValue[];
  toText: (value: number) => string;
  /** Renders a value beside the scale, where there is little room. */
  toShortText: (value: number) => string;
}

/** Line of a figure by day, over the dashed line of the period before. */
export function DayChart({ title, days, before, toText, toShortText }: DayChartProps) {
  const [hovered, setHovered] = useState<number>();
  const values = days.map(({ value }) => value);
  const former = before.slice(0, days.length).map(({ value }) => value);
  const end = toScaleEnd(Math.max(...values, ...former));
  const { line, area } = toShapes(values, end);
  const hover = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.round(((clientX - left) / width) * (days.length - 1));
    setHovered(Math.min(days.length - 1, Math.max(0, place)));
  };
  return (
    <figure className="day-chart">
      <div className="day-chart-plot" aria-hidden>
        {[end, end / 2, 0].map((tick) => (
          <span key={tick} className="day-chart-tick" style={{ top: `${100 - (100 * tick) / end}%` }}>
            <span>{toShortText(tick)}</span>
          </span>
        ))}
        <div
          className="day-chart-lines"
          onPointerMove={hover}
          onPointerDown={hover}
          onPointerLeave={() => setHovered(undefined)}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={area} className="chart-area" />
            {former.length > 0 && <path d={toPath(toPoints(former, end))} className="chart-ghost" />}
            <path d={line} className="chart-line" />
          </svg>
          {hovered !== undefined && (
            <Reading at={hovered} days={days} before={before} end={end} toText={toText} />
          )}
        </div>
      </div>
      <div className="day-chart-days" aria-hidden>
        {pickPlaces(days.length).map((place) => (
          <span
            key={place}
            style={{ left: `${(100 * place) / Math.max(1, days.length - 1)}%` }}
            data-last={place === days.length - 1}
          >
            {dayText(days[place]?.day ?? '')}
          </span>
        ))}
      </div>
      <FiguresTable
        caption={`${title} by day`}
        heads={['Day', title, ...(former.length > 0 ? ['Period before'] : [])]}
        rows={days.map(({ day, value }, place) => [
          day,
          toText(value),
          ...(former.length > 0 ? [toText(former[place] ?? 0)] : []),
        ])}
      />
    </figure>
  );
}

interface ReadingProps extends Pick<DayChartProps, 'days' | 'before' | 'toText'> {
  at: number;
  end: number;
}

/** Values of the day under the pointer. */
function Reading({ at, days, before, end, toText }: ReadingProps) {
  const [day, former] = [days[at], before[at]];
  const values = days.map(({ value }) => value);
  const [x, y] = toPoints(values, end)[at] ?? [0, 0];
  if (!day) return null;
  return (
    <>
      <span className="day-chart-cursor" style={{ left: `${x}%` }} />
      <span className="day-chart-dot" style={{ left: `${x}%`, top: `${y}%` }} />
      <div className="day-chart-reading" style={x > 50 ? { right: `${100 - x}%` } : { left: `${x}%` }}>
        <ReadingLine day={day} toText={toText} />
        {former && <ReadingLine day={former} toText={toText} isBefore />}
      </div>
    </>
  );
}

function ReadingLine({
  day: { day, value },
  toText,
  isBefore = false,
}: { day: DayValue; isBefore?: boolean } & Pick<DayChartProps, 'toText'>) {
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      <Text size="xs" c="dimmed">
        {dayText(day)}
      </Text>
      <Text size="xs" {...(isBefore ? { c: 'dimmed' } : { fw: 600 })}>
        {toText(value)}
      </Text>
    </Group>
  );
}

const MAX_DAYS_BELOW = 5;

/** Places at equal distances, from the first day on; the last one is named where the distance leads to it. */
function pickPlaces(count: number): number[] {
  const distance = Math.ceil(count / MAX_DAYS_BELOW);
  return Array.from({ length: Math.ceil(count / distance) }, (_, place) => place * distance);
}
