import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Agent, agentOf, findVariant } from '../../../testing/agent.ts';

/** Latencies and failures of honest agents. */
export interface Experience {
  latenciesMs: number[];
  /** One sentence for each unexpected response. */
  disappointments: string[];
}

interface Outcome {
  name: string;
  status: number;
  expectedStatus: number;
}

/** Step of an agent. */
type Step = () => Promise<Outcome>;

const ADDRESSES = 200;

/**
 * Sends an agent's requests at a steady rate. Latency counts from the moment a request was due, so that a blocked service
 * shows in every request of that time.
 */
export async function shopHonestly(
  baseUrl: string,
  slugs: readonly string[],
  seconds: number,
  intervalMs = 100,
): Promise<Experience> {
  const shoppers = await Promise.all(slugs.map((slug) => shopperAt(baseUrl, slug)));
  const experience: Experience = { latenciesMs: [], disappointments: [] };
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  for (let count = 0; count * intervalMs < seconds * 1_000; count += 1) {
    const dueAt = began + count * intervalMs;
    const next = shoppers[count % shoppers.length];
    await wait(Math.max(0, dueAt - performance.now()));
    if (next) underWay.push(take(next(count), dueAt, experience));
  }
  await Promise.all(underWay);
  return experience;
}

async function take(step: Step, dueAt: number, experience: Experience): Promise<void> {
  try {
    const { name, status, expectedStatus } = await step();
    if (status !== expectedStatus) experience.disappointments.push(`${name}: ${status}`);
  } catch (error) {
    experience.disappointments.push(String(error));
  }
  experience.latenciesMs.push(performance.now() - dueAt);
}

async function shopperAt(baseUrl: string, slug: string): Promise<(count: number) => Step> {
  const variant = await findVariant(agentOf(baseUrl, slug), 'mug');
  let session = '';
  const steps: ((agent: Agent) => Promise<Outcome>)[] = [
    async (agent) => outcome('manifest', await agent.get('')),
    async (agent) => {
      const search = await agent.get<{ stale?: boolean }>('/catalog/search?q=mug');
      return outcome(search.body.stale ? 'search, stale' : 'search', search, search.body.stale ? -1 : 200);
    },
    async (agent) => outcome('lookup', await agent.get(`/catalog/lookup?ids=${variant.productId}`)),
    async (agent) => {
      const created = await agent.createSession([variant.id]);
      session = created.body.id ?? session;
      return outcome('create session', created, 201);
    },
    async (agent) => outcome('read session', await agent.readSession(session)),
    async (agent) => outcome('create cart', await agent.createCart([variant.id]), 201),
    async (agent) => {
      const address = `${baseUrl}/ucp/${slug}/.well-known/ucp`;
      const response = await fetch(address, { headers: headersOf(agent.address.length) });
      await response.text();
      return { name: 'official profile', status: response.status, expectedStatus: 200 };
    },
  ];
  const first = await steps[3]?.(agentOf(baseUrl, slug, headersOf(0)));
  assert.equal(first?.status, 201, 'a session can be made before the attacks');
  return (count) => async () => {
    const step = steps[Math.floor(count / 2) % steps.length] ?? assert.fail();
    return step(agentOf(baseUrl, slug, headersOf(count)));
  };
}

function outcome(name: string, { status }: { status: number }, expectedStatus = 200): Outcome {
  return { name, status, expectedStatus };
}

function headersOf(count: number): Record<string, string> {
  return {
    'x-forwarded-for': `198.51.100.${count % ADDRESSES}`,
    'user-agent': `honest-agent-${count % 7}/1.0`,
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
