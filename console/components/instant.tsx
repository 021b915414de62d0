import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Relative time such as "3 minutes ago", with the exact instant on hover and in `datetime`. */
export function Instant({ at, never = 'never' }: { at: string | null | undefined; never?: string }) {
  useTick();
  if (!at) return <span>{never}</span>;
  const exact = new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
  return (
    <Tooltip label={exact} withArrow events={{ hover: true, focus: false, touch: true }}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(at, Date.now())}
      </time>
    </Tooltip>
  );
}

function relativeTime(at: string, now: number): string {
  const ahead = Math.round((new Date(at).getTime() - now) / 1000);
  // The service's clock may be ahead of this one: what has just happened never lies in the future.
  const seconds = ahead > 0 && ahead < 60 ? 0 : ahead;
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const found = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (!found) return Math.abs(seconds) < 5 ? 'just now' : format.format(seconds, 'second');
  const [unit, size] = found;
  return format.format(Math.trunc(seconds / size), unit);
}

/** Renders anew from time to time. */
function useTick(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 15_000);
    return () => clearInterval(timer);
  }, []);
}
