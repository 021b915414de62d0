import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext } from 'playwright-core';
import { agentAt, line, product } from './agent.ts';
import { asVisitor } from './buyer.ts';
import type { Proof } from './proof.ts';
import { callsTo, installSitePlugin, removeSitePlugin } from './site-plugin.ts';

const AGENTS = 60;
const STORM_MS = 30_000;
const ALONE_MS = 10_000;
/** Mean pause of an agent between two questions. */
const PAUSE_MS = 2_000;
const PERSON_PAUSE_MS = 400;
const SESSIONS = 20;
const RETRY_MS = 5_000;
/** A quick shop is asked more often than a slow one; in either case few questions may cost a call. */
const MAX_READS_PER_QUESTION = 0.25;
/** Longest that a person may wait, in parts of the wait alone. */
const MAX_WAIT = 1.5;

interface Asked {
  ms: number;
  status: number;
}

/** Proves on this shop that a storm of agents makes few calls, and that a person waits hardly longer. */
export async function proveStorm(proof: Proof): Promise<void> {
  const { admin, ledger } = proof;
  await installSitePlugin(admin);
  try {
    await ledger.step(`a storm of ${AGENTS} agents leaves the shop to people`, () =>
      asVisitor(proof.browser, (page) => storm(proof, page.request)),
    );
  } finally {
    await removeSitePlugin(admin);
  }
}

async function storm(proof: Proof, request: APIRequestContext): Promise<string> {
  const page = `${proof.options.site}/?post_type=product`;
  const visit = (ms: number) => person(request, page, Date.now() + ms);
  await visit(2_000);
  const alone = await visit(ALONE_MS);
  const before = await callsTo(proof.admin);
  const until = Date.now() + STORM_MS;
  const questions: Asked[] = [];
  const agents = Array.from({ length: AGENTS }, (_, index) => {
    const agent = agentAt(proof.service, proof.slug, `storm-${index}/1.0`);
    return ask({ ...proof, agent }, until, questions);
  });
  const [beside] = await Promise.all([visit(STORM_MS), ...agents]);
  const after = await callsTo(proof.admin);
  const bought = await buyAtOnce(proof);
  alone.push(...(await visit(ALONE_MS)));
  const reads = (after.GET ?? 0) - (before.GET ?? 0);
  const ratio = median(beside) / median(alone);
  const refused = questions.filter(({ status }) => status >= 400).length;
  const figures = [
    `a person ${Math.round(median(alone))} ms alone, ${Math.round(median(beside))} ms beside agents, ${ratio.toFixed(2)} times`,
    `${questions.length} questions in ${STORM_MS / 1_000} s, ${refused} refused, p50 ${Math.round(median(questions.map(({ ms }) => ms)))} ms`,
    `${((reads * 1_000) / STORM_MS).toFixed(2)} reads a second`,
    `${bought.length} sessions at once, ${bought.filter((tries) => tries > 1).length} of them at the second try or later`,
  ].join('; ');
  const isSpared = reads <= questions.length * MAX_READS_PER_QUESTION && ratio <= MAX_WAIT;
  assert.ok(refused === 0 && isSpared, figures);
  return figures;
}

const WORDS = [
  'mug',
  'lamp',
  'e-book',
  'print',
  'blanket',
  'stool',
  'bowl',
  'socks',
  'walnut board',
  'red tee',
];

/** Asks questions of which few are frequent and many rare. */
async function ask({ agent, goods }: Proof, until: number, questions: Asked[]): Promise<void> {
  const ids = Object.values(goods);
  await sleep(Math.random() * PAUSE_MS);
  while (Date.now() < until) {
    const question = Math.floor(200 ** Math.random());
    const words = `${WORDS[question % WORDS.length]}${question < WORDS.length ? '' : ` ${question}`}`;
    const path =
      question % 4 === 0
        ? `/catalog/lookup?ids=${product(ids[question % ids.length] ?? 0)}`
        : `/catalog/search?q=${encodeURIComponent(words)}`;
    const startedAt = performance.now();
    const { status } = await agent.get(path);
    questions.push({ ms: performance.now() - startedAt, status });
    await sleep(-Math.log(Math.random()) * PAUSE_MS);
  }
}

async function person(request: APIRequestContext, page: string, until: number): Promise<number[]> {
  const waits: number[] = [];
  while (Date.now() < until) {
    const startedAt = performance.now();
    assert.equal((await request.get(page)).status(), 200);
    waits.push(performance.now() - startedAt);
    await sleep(PERSON_PAUSE_MS * (0.5 + Math.random()));
  }
  return waits;
}

/** Creates sessions at once, those that are refused again; returns the tries of each. */
function buyAtOnce({ agent, goods }: Proof): Promise<number[]> {
  const items = [goods.mug, goods.lamp, goods.bowl, goods.socks];
  return Promise.all(
    Array.from({ length: SESSIONS }, async (_, index) => {
      const line_items = [line(items[index % items.length] ?? goods.mug)];
      for (let tries = 1; ; tries += 1) {
        const { status, body } = await agent.post('/checkout-sessions', { line_items });
        if (status === 201) return tries;
        assert.ok(status === 503 && tries < 5, `${status} ${JSON.stringify(body)}`);
        await sleep(RETRY_MS);
      }
    }),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
