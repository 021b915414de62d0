import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { toConflictError } from '../../commerce/errors.ts';
import type { Tests } from '../../commerce/policy/agents.ts';
import type { Rule } from '../../commerce/policy/policy.ts';
import { type Store, timeZoneOf } from '../../commerce/store/store.ts';
import { forStore } from '../action.ts';
import { createTestsQuery } from '../period.ts';
import type { DomainOf } from '../to-wire.ts';
import { type AtStore, getNow, reread, toAuditEntry } from '../visit.ts';
import { forecastPolicy, getForecastPeriod } from './forecast-policy.ts';
import { type Preview, policyReply, policyRules, previewReply } from './wire.ts';

export const policyEndpoints = [
  forStore({
    id: 'getStorePolicy',
    route: 'GET /stores/{slug}/policy',
    summary:
      'Returns the store’s rules for agents, with the number of calls that each refused in the last 14 days.',
    output: policyReply,
    run: (visit) => buildPolicyReply(visit, visit.store),
  }),

  forStore({
    id: 'updateStorePolicy',
    route: 'PUT /stores/{slug}/policy',
    summary:
      'Replaces all rules, effective immediately for every agent. 409 when they have changed since `revision`.',
    input: z.strictObject({
      rules: policyRules,
      revision: z.string().optional().describe('Revision of the rules that these replace. Omitted: any.'),
    }),
    output: policyReply,
    run: async (visit, { rules, revision }) =>
      buildPolicyReply(visit, await changePolicy(visit, rules, revision)),
  }),

  forStore({
    id: 'previewStorePolicy',
    route: 'POST /stores/{slug}/policy/preview',
    isCostly: true,
    summary:
      'Returns the verdicts that rules would have given on the calls of the last 14 days, and how they differ from the present ones. Changes nothing.',
    needs: 'read',
    input: z.strictObject({ rules: policyRules, tests: createTestsQuery('exclude') }),
    output: previewReply,
    run: (visit, { rules, tests }) => previewPolicy(visit, rules, tests),
  }),
];

async function buildPolicyReply(at: AtStore, store: Store): Promise<DomainOf<typeof policyReply>> {
  return {
    revision: computeRevision(store),
    timeZone: timeZoneOf(store),
    rules: getRules(store),
    counts: await countVerdicts({ ...at, store }),
  };
}

export async function previewPolicy(at: AtStore, rules: readonly Rule[], tests: Tests = 'exclude') {
  return { changes: diffRules(getRules(at.store), rules), forecast: await forecastPolicy(at, rules, tests) };
}

export function getRules({ policy }: Store): readonly Rule[] {
  return policy?.rules ?? [];
}

/** Identifies the rules, so that rules which were changed meanwhile are not replaced. */
export function computeRevision(store: Store): string {
  const rules = getRules(store);
  return hash('sha256', rules.length === 0 ? '' : JSON.stringify(rules), 'base64url').slice(0, 16);
}

/** Replaces the rules in every process at once. Throws `conflict` when they are not at `revision`, or change at the same time. */
export async function changePolicy(at: AtStore, rules: readonly Rule[], revision?: string): Promise<Store> {
  const store = await reread(at);
  if (revision !== undefined && revision !== computeRevision(store)) throw createChangedMeanwhileError();
  const before = getRules(store);
  if (JSON.stringify(before) === JSON.stringify(rules)) return store;
  const { added, removed, changed } = diffRules(before, rules);
  const details = { added, removed, changed: changed.map(({ rule }) => rule) };
  const entry = toAuditEntry(at, 'store.policy_changed', details);
  if (!(await at.context.stores.setPolicy(store.id, { before, after: rules }, getNow(at), entry)))
    throw createChangedMeanwhileError();
  return reread(at);
}

function createChangedMeanwhileError() {
  return toConflictError('The rules were changed meanwhile. Read them, then try again.');
}

export function diffRules(before: readonly Rule[], after: readonly Rule[]): Preview['changes'] {
  const old = before.map(({ id }) => id);
  const fresh = after.map(({ id }) => id);
  const changed = after.flatMap((rule) => {
    const former: Record<string, unknown> = { ...before.find(({ id }) => id === rule.id) };
    const latter: Record<string, unknown> = { ...rule };
    const members = Object.keys({ ...former, ...latter }).filter(
      (member) => !isDeepStrictEqual(former[member], latter[member]),
    );
    return old.includes(rule.id) && members.length > 0 ? [{ rule: rule.id, members }] : [];
  });
  return {
    added: fresh.filter((id) => !old.includes(id)),
    removed: old.filter((id) => !fresh.includes(id)),
    changed,
    reordered: `${old.filter((id) => fresh.includes(id))}` !== `${fresh.filter((id) => old.includes(id))}`,
  };
}

/** Counts by rule the calls of the last days that it refused, and would have refused; tests apart. */
async function countVerdicts(at: AtStore) {
  const { context, store } = at;
  await context.flushCalls();
  const countIn = async (tests: Tests) => {
    const period = { ...getForecastPeriod(at), tests };
    const [refused, shadow] = await Promise.all([
      context.statistics.sumBySubject(store.id, 'policy_refused', period),
      context.statistics.sumBySubject(store.id, 'policy_shadow', period),
    ]);
    return (id: string) => ({ refused: refused.get(id) ?? 0, shadow: shadow.get(id) ?? 0 });
  };
  const [getCounted, getAll] = await Promise.all([countIn('exclude'), countIn('include')]);
  return getRules(store).map(({ id }) => {
    const [counted, all] = [getCounted(id), getAll(id)];
    const tests = { refused: all.refused - counted.refused, shadow: all.shadow - counted.shadow };
    return { rule: id, ...counted, tests };
  });
}
