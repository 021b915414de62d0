import { z } from 'zod';
import type { Rule } from '../../commerce/policy.ts';
import { type Store, timeZoneOf } from '../../commerce/store.ts';
import type { AtStore } from '../../merchants/at-store.ts';
import { forecastPolicy } from '../../merchants/forecast-policy.ts';
import { changePolicy, countVerdicts, diffRules, revisionOf, rulesOf } from '../../merchants/policy.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';
import { policyReply, policyRules, previewReply, toRules } from './policy-wire.ts';

export const policyEndpoints: MerchantEndpoint[] = [
  forStore({
    rest: 'GET /stores/{slug}/policy',
    summary:
      'Returns the store’s rules for agents, with the number of calls that each refused in the last 14 days.',
    output: policyReply,
    run: async (visit) => ({ body: await toPolicy(visit, visit.store) }),
  }),

  forStore({
    rest: 'PUT /stores/{slug}/policy',
    summary:
      'Replaces all rules, effective immediately for every agent. 409 when they have changed since `revision`.',
    input: z.strictObject({
      rules: policyRules,
      revision: z.string().optional().describe('Revision of the rules that these replace. Omitted: any.'),
    }),
    output: policyReply,
    run: async (visit, { rules, revision }) => ({
      body: await toPolicy(visit, await changePolicy(visit, toRules(rules), revision)),
    }),
  }),

  forStore({
    rest: 'POST /stores/{slug}/policy/preview',
    isCostly: true,
    summary:
      'Returns the verdicts that rules would have given on the calls of the last 14 days, and how they differ from the present ones. Changes nothing.',
    needs: 'read',
    input: z.strictObject({ rules: policyRules }),
    output: previewReply,
    run: async (visit, { rules }) => ({ body: await previewPolicy(visit, toRules(rules)) }),
  }),
];

async function toPolicy(at: AtStore, store: Store): Promise<z.output<typeof policyReply>> {
  return {
    revision: revisionOf(store),
    time_zone: timeZoneOf(store),
    rules: structuredClone(rulesOf(store)) as z.output<typeof policyRules>,
    counts: await countVerdicts({ ...at, store }),
  };
}

export async function previewPolicy(
  at: AtStore,
  rules: readonly Rule[],
): Promise<z.output<typeof previewReply>> {
  const { withoutContent, ...forecast } = await forecastPolicy(at, rules);
  return {
    changes: diffRules(rulesOf(at.store), rules),
    forecast: { ...forecast, without_content: withoutContent },
  };
}
