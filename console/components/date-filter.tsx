import { TextInput } from '@mantine/core';
import { addDays, beginOf, timeZoneName, toDay } from '../../src/commerce/time/days.ts';
import { useStore } from '../store-context.ts';
import type { TableState } from '../table-state.ts';

/** First and last day of a list, in the store's time zone; the address keeps them as the instants `since` and `until`. */
export function DateFilter({ state }: { state: TableState }) {
  const { time_zone: timeZone } = useStore();
  const { since = '', until = '' } = state.filters;
  const first = dayOf(Date.parse(since), timeZone);
  // `until` is the end of the last day, which is the begin of the next.
  const last = dayOf(Date.parse(until) - 1, timeZone);
  return (
    <>
      <TextInput
        type="date"
        label={`From (${toPlace(timeZone)})`}
        value={first}
        max={last}
        onChange={({ currentTarget: { value } }) => state.set({ since: instantOf(value, timeZone) })}
      />
      <TextInput
        type="date"
        label="To"
        value={last}
        min={first}
        onChange={({ currentTarget: { value } }) =>
          state.set({ until: isDay(value) ? instantOf(addDays(value), timeZone) : undefined })
        }
      />
    </>
  );
}

/** `New York` of `America/New_York`. */
function toPlace(timeZone: string): string {
  return timeZoneName(timeZone).replace(/^.*\//, '').replaceAll('_', ' ');
}

/** Begin of a day as an ISO instant; undefined for no day. */
function instantOf(day: string, timeZone: string): string | undefined {
  return isDay(day) ? new Date(beginOf(day, timeZone)).toISOString() : undefined;
}

function isDay(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/** Empty for no instant. */
function dayOf(instant: number, timeZone: string): string {
  return Number.isNaN(instant) ? '' : toDay(instant, timeZone);
}
