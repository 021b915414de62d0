import { useSearchParams } from 'wouter';
import type { GetStoreOverviewResponse } from '../../../client/index.ts';
import { getLastDays } from '../../../src/commerce/time/days.ts';
import { useStore } from '../../store-context.ts';
import { useTests } from '../show-tests.tsx';

export interface Period {
  /** `7`, `30`, `90` or `custom`. */
  choice: string;
  /** ISO dates, both included. */
  from: string;
  to: string;
  /** ISO date in the store's time zone. */
  today: string;
  choose(choice: string): void;
  between(from: string, to: string): void;
}

/** The period under view of the page's store. */
export function usePeriod(): Period {
  return usePeriodIn(useStore().time_zone);
}

/** The period under view in a time zone, kept in the page's address beside its filters. */
export function usePeriodIn(timeZone: string): Period {
  const [params, setParams] = useSearchParams();
  const custom = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  const days = Number(params.get('days')) || 30;
  const isCustom = custom.from !== '' && custom.to !== '';
  const span = isCustom ? custom : daysFrom(days, timeZone);
  return {
    choice: isCustom ? 'custom' : String(days),
    ...span,
    today: daysFrom(1, timeZone).to,
    choose: (choice) =>
      setParams((before) =>
        withDays(before, choice === 'custom' ? { from: span.from, to: span.to } : { days: choice }),
      ),
    between: (from, to) => setParams((before) => withDays(before, { from, to }), { replace: true }),
  };
}

function withDays(before: URLSearchParams, days: Record<string, string>): URLSearchParams {
  const others = [...before].filter(([name]) => !['days', 'from', 'to', 'page'].includes(name));
  return new URLSearchParams([...others, ...Object.entries(days)]);
}

/** The last days of a time zone, today among them. */
export function daysFrom(days: number, timeZone: string): { from: string; to: string } {
  const { from, to } = getLastDays(days, Date.now(), timeZone);
  return { from, to };
}

/** The days of figures as the merchant API's query, with tests as on the page. */
export function useDaysQuery({ period: { from, to } }: Pick<GetStoreOverviewResponse, 'period'>) {
  const { tests } = useTests();
  return { from, to, tests };
}
