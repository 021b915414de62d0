import type { Child, ServerState } from './child.ts';
import { CONCURRENT, quantile } from './compare.ts';
import { TOOK } from './delayed-platform.ts';
import { openConnections } from './load.ts';
import type { Requests } from './requests.ts';

/** Milliseconds per create beyond what the platform took, as the agent sees it. */
export interface OwnTime {
  creates: number;
  p50: number;
  p99: number;
}

/** `requests` create at a store whose platform says in the checkout address how long it took. */
export async function measureOwnTime(service: Child, requests: Requests, ms: number): Promise<OwnTime> {
  const { port } = await service.ask<ServerState>({});
  const connections = await openConnections(port, CONCURRENT);
  const own: number[] = [];
  try {
    await connections.run({ next: requests, until: { ms: ms / 4 } });
    await connections.run({
      next: requests,
      until: { ms },
      onAnswer: (answer, latencyMs) => own.push(latencyMs - platformMs(answer.body())),
    });
  } finally {
    connections.close();
  }
  return { creates: own.length, p50: quantile(own, 0.5), p99: quantile(own, 0.99) };
}

function platformMs(body: string): number {
  const took = TOOK.exec(body)?.[1];
  if (took === undefined) throw new Error('The answer does not say how long the platform took');
  return Number(took) / 1000;
}
