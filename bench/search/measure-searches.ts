import { quantile } from '../compare.ts';
import type { SearchService } from './search-service.ts';

/** Returns the wall times of calls one after the other, and the service's processor time per call. */
export async function measureSearches(
  { state }: SearchService,
  calls: number,
  call: (index: number) => Promise<unknown>,
) {
  const { processorMs: before } = await state();
  const times: number[] = [];
  for (let index = 0; index < calls; index++) times.push(await timed(() => call(index)));
  const { processorMs } = await state();
  return { wallMs: summaryOf(times), processorMs: round((processorMs - before) / calls) };
}

export async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

export function summaryOf(times: number[]) {
  const at = (part: number) => round(quantile(times, part));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), calls: times.length };
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
