import type { Child } from './child.ts';
import { connectionsTo, median, type Pace, quantile } from './compare.ts';
import { TOOK } from './delayed-platform.ts';
import type { Connections } from './load.ts';
import type { Requests } from './requests.ts';

/** Milliseconds per create without the store platform's own time, as seen by the agent. */
export interface OwnTime {
  creates: number;
  p50: number;
  p99: number;
}

/** Medians over the rounds. `requests` create sessions whose checkout URL carries the store platform's time. */
export async function measureOwnTime(
  service: Child,
  requests: Requests,
  { rounds, roundMs }: Omit<Pace, 'warmUpAnswers'>,
): Promise<OwnTime> {
  using connections = await connectionsTo(service);
  await connections.run({ next: requests, until: { ms: roundMs } });
  const measured: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    measured.push(await ownTimes(connections, requests, roundMs));
  }
  return {
    creates: measured.flat().length,
    p50: median(measured.map((own) => quantile(own, 0.5))),
    p99: median(measured.map((own) => quantile(own, 0.99))),
  };
}

/** Own times of the creates that are answered in this time, in milliseconds. */
export async function ownTimes(connections: Connections, requests: Requests, ms: number): Promise<number[]> {
  const own: number[] = [];
  await connections.run({
    next: requests,
    until: { ms },
    onAnswer: (answer, latencyMs) => own.push(latencyMs - platformMs(answer.body())),
  });
  return own;
}

function platformMs(body: string): number {
  const took = TOOK.exec(body)?.[1];
  if (took === undefined) throw new Error('The answer does not say how long the platform took');
  return Number(took) / 1000;
}
