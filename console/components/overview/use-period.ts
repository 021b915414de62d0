import { useSearchParams } from 'wouter';

export interface Period {
  /** `7`, `30`, `90` or `custom`. */
  choice: string;
  /** ISO dates, both included. */
  from: string;
  to: string;
  choose(choice: string): void;
  between(from: string, to: string): void;
}

const DAY = 86_400_000;

/** The period under view, kept in the page's address. */
export function usePeriod(): Period {
  const [params, setParams] = useSearchParams();
  const custom = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  const days = Number(params.get('days')) || 30;
  const isCustom = custom.from !== '' && custom.to !== '';
  const span = isCustom ? custom : daysFrom(days);
  return {
    choice: isCustom ? 'custom' : String(days),
    ...span,
    choose: (choice) => setParams(choice === 'custom' ? { from: span.from, to: span.to } : { days: choice }),
    between: (from, to) => setParams({ from, to }, { replace: true }),
  };
}

/** The last days, today among them. */
export function daysFrom(days: number): { from: string; to: string } {
  return { from: isoDate(Date.now() - (days - 1) * DAY), to: isoDate(Date.now()) };
}

function isoDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
