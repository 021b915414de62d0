import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Agent, agentOf, findVariant } from '../../../testing/agent.ts';

/** Latencies and failures of honest agents. */
export interface Experience {
  latenciesMs: number[];
  /** One sentence for each unexpected response. */
  disappointments: string[];
}

/** Step of an agent, with its actual and expected status. */
type Step = () => Promise<{ name: string; got: number; wanted: number }>;

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
  const seen: Experience = { latenciesMs: [], disappointments: [] };
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  for (let count = 0; count * intervalMs < seconds * 1_000; count += 1) {
    const dueAt = began + count * intervalMs;
    const next = shoppers[count % shoppers.length];
    await wait(Math.max(0, dueAt - performance.now()));
    if (next) underWay.push(take(next(count), dueAt, seen));
  }
  await Promise.all(underWay);
  return seen;
}

async function take(step: Step, dueAt: number, seen: Experience): Promise<void> {
  try {
    const { name, got, wanted } = await step();
    if (got !== wanted) seen.disappointments.push(`${name}: ${got}`);
  } catch (error) {
    seen.disappointments.push(String(error));
  }
  seen.latenciesMs.push(performance.now() - dueAt);
}

async function shopperAt(baseUrl: string, slug: string): Promise<(count: number) => Step> {
  const variant = await findVariant(agentOf(baseUrl, slug), 'mug');
  let session = '';
  const steps: ((agent: Agent) => Promise<{ name: string; got: number; wanted: number }>)[] = [
    async (agent) => outcome('manifest', await agent.get('')),
    async (agent) => {
      const found = await agent.get<{ stale?: boolean }>('/catalog/search?q=mug');
      return outcome(found.body.stale ? 'search, stale' : 'search', found, found.body.stale ? -1 : 200);
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
      return { name: 'official profile', got: response.status, wanted: 200 };
    },
  ];
  const first = await steps[3]?.(agentOf(baseUrl, slug, headersOf(0)));
  assert.equal(first?.got, 201, 'a session can be made before anybody attacks');
  return (count) => async () => {
    const step = steps[Math.floor(count / 2) % steps.length] ?? assert.fail();
    return step(agentOf(baseUrl, slug, headersOf(count)));
  };
}

function outcome(name: string, answer: { status: number }, wanted = 200) {
  return { name, got: answer.status, wanted };
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
