import type { Child, ServerState } from './child.ts';
import { type Connections, openConnections } from './load.ts';
import type { Requests } from './requests.ts';

export const CONCURRENT = 32;

/** Duration and number of measurements of each case. */
export interface Pace {
  warmUpAnswers: number;
  rounds: number;
  roundMs: number;
}

export interface Rate {
  perSecond: number;
  /** CPU microseconds per request, of all threads: the figure that other load on the machine changes least. */
  processorUs: number;
}

export interface Comparison {
  bytes: number;
  /** Number of requests to the service, warm-up included. */
  answers: number;
  service: Rate;
  bare: Rate;
  /** Service divided by bare server: the median over neighboring rounds. */
  ratio: number;
}

/**
 * Alternates between the service and the bare server, with equal requests and response sizes, so that other load on the
 * machine affects neighboring rounds alike.
 */
export async function compare(
  service: Child,
  bare: Child,
  requests: Requests,
  pace: Pace,
): Promise<Comparison> {
  using toService = await connectionsTo(service);
  using toBare = await connectionsTo(bare);
  const answer = await warmUp(toService, requests, pace.warmUpAnswers);
  await bare.ask(answer);
  await warmUp(toBare, requests, Math.min(pace.warmUpAnswers, 3_000));
  const rounds: { service: Measurement; bare: Measurement }[] = [];
  for (let round = 0; round < pace.rounds; round++) {
    const bareRate = await measure(bare, toBare, requests, pace.roundMs);
    rounds.push({ bare: bareRate, service: await measure(service, toService, requests, pace.roundMs) });
  }
  return {
    bytes: answer.bytes,
    answers: rounds.reduce((sum, round) => sum + round.service.answers, pace.warmUpAnswers),
    service: middleOf(rounds.map((round) => round.service)),
    bare: middleOf(rounds.map((round) => round.bare)),
    ratio: median(rounds.map((round) => round.service.perSecond / round.bare.perSecond)),
  };
}

export async function connectionsTo(child: Child, count = CONCURRENT): Promise<Connections> {
  const { port } = await child.ask<ServerState>({});
  return openConnections(port, count);
}

interface Measurement extends Rate {
  answers: number;
}

/** Sends warm-up requests, and returns status and size of the last response. */
async function warmUp(connections: Connections, requests: Requests, answers: number) {
  const seen = { status: 0, bytes: 0 };
  await connections.run({
    next: requests,
    until: { answers },
    onAnswer: ({ status, bytes }) => Object.assign(seen, { status, bytes }),
  });
  return seen;
}

async function measure(
  child: Child,
  connections: Connections,
  requests: Requests,
  ms: number,
): Promise<Measurement> {
  const before = await child.ask<ServerState>({});
  const measured = await connections.run({ next: requests, until: { ms } });
  const after = await child.ask<ServerState>({});
  return {
    answers: measured.answers,
    perSecond: (measured.answers / measured.ms) * 1000,
    processorUs: ((after.processorMs - before.processorMs) * 1000) / measured.answers,
  };
}

export function middleOf(rates: Rate[]): Rate {
  return {
    perSecond: median(rates.map((rate) => rate.perSecond)),
    processorUs: median(rates.map((rate) => rate.processorUs)),
  };
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** Returns the quantile: the value below which the given part of all values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
