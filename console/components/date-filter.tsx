import { TextInput } from '@mantine/core';
import type { TableState } from '../table-state.ts';

/** First and last day of a list, in the browser's time zone; the address keeps them as the instants `since` and `until`. */
export function DateFilter({ state }: { state: TableState }) {
  const { since, until } = state.filters;
  const first = since ? localDay(new Date(since)) : '';
  // `until` is the end of the last day, which is the begin of the next.
  const last = until ? localDay(new Date(Date.parse(until) - 1)) : '';
  return (
    <>
      <TextInput
        type="date"
        label="From"
        value={first}
        max={last}
        onChange={({ currentTarget: { value } }) => state.set({ since: startOf(value) })}
      />
      <TextInput
        type="date"
        label="To"
        value={last}
        min={first}
        onChange={({ currentTarget: { value } }) => state.set({ until: startOf(value, 1) })}
      />
    </>
  );
}

/** Begin of a local day as an ISO instant; undefined for no day. */
function startOf(day: string, daysLater = 0): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + daysLater).toISOString();
}

function localDay(instant: Date): string {
  if (Number.isNaN(instant.getTime())) return '';
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 10);
}
