import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

interface InstantProps {
  at: string | null | undefined;
  never?: string;
  /** Says how long a state lasts: "for 3 minutes". */
  lasting?: boolean;
  /** For what is still to come: "in 20 seconds". */
  isAhead?: boolean;
}

/** Relative time such as "3 minutes ago", with the exact instant on hover and in `datetime`. */
export function Instant({ at, never = 'never', lasting = false, isAhead = false }: InstantProps) {
  useTick();
  if (!at) return <span>{never}</span>;
  const relative = relativeTime(at, Date.now(), isAhead);
  const exact = new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
  return (
    <Tooltip label={exact} withArrow events={{ hover: true, focus: false, touch: true }}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {lasting ? lastingTime(relative) : relative}
      </time>
    </Tooltip>
  );
}

/** Turns "3 minutes ago" into "for 3 minutes", and "yesterday" into "since yesterday". */
function lastingTime(relative: string): string {
  if (relative === 'just now') return relative;
  return relative.endsWith(' ago') ? `for ${relative.slice(0, -4)}` : `since ${relative}`;
}

function relativeTime(at: string, now: number, isAhead: boolean): string {
  const ahead = Math.round((new Date(at).getTime() - now) / 1000);
  // The service's clock may be ahead of this one: what has just happened never lies in the future.
  const seconds = !isAhead && ahead > 0 && ahead < 60 ? 0 : ahead;
  if (isAhead && seconds < 5) return 'now';
  const largest = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (!largest && Math.abs(seconds) < 5) return 'just now';
  const [unit, size] = largest ?? ['second', 1];
  // "Yesterday" is exact; "next month" would be any of its days.
  const format = new Intl.RelativeTimeFormat('en', { numeric: unit === 'day' ? 'auto' : 'always' });
  // Coming instants are rounded: 6 days and 23 hours are 7 days. Past ones are cut off.
  return format.format(seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size), unit);
}

/** Renders anew from time to time. */
function useTick(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 15_000);
    return () => clearInterval(timer);
  }, []);
}
