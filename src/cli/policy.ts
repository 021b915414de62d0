import { policyDocument, toRules } from '../api/merchant/policy-wire.ts';
import { previewPolicy } from '../api/merchant/policy.ts';
import { dayAt } from '../commerce/days.ts';
import type { Rule } from '../commerce/policy.ts';
import { timeZoneOf } from '../commerce/store.ts';
import type { Config } from '../config.ts';
import { changePolicy, diffRules, type PolicyChanges, revisionOf, rulesOf } from '../merchants/policy.ts';
import { validate } from '../protocols/invoke.ts';
import type { JsonOption } from './declare.ts';
import { UsageError } from './errors.ts';
import { onService, storeCalled, withService, withStore } from './on-service.ts';
import { readSecretInput } from './secret-input.ts';
import { inColumns } from './table.ts';
import { type Outcome, paint, say } from './terminal.ts';

export const exportPolicy = withService(async (service, slug: string) => {
  const rules = rulesOf(await storeCalled(service, slug));
  say(JSON.stringify({ rules }, null, 2));
});

export async function importPolicy(
  config: Config,
  slug: string,
  file: string,
  { json }: JsonOption,
): Promise<void> {
  const rules = await readRules(file);
  await withStore(async (at) => {
    const changes = diffRules(rulesOf(at.store), rules);
    const store = await changePolicy(at, rules, revisionOf(at.store));
    if (json) return say(JSON.stringify({ slug, revision: revisionOf(store), changes }));
    const count = rules.length === 1 ? '1 rule' : `${rules.length} rules`;
    say(`${paint('green', '✓')} ${paint('bold', slug)} has ${count}.\n${changesText(changes)}`);
  })(config, slug);
}

/** Sets exit code 1 when the file changes anything. */
export async function diffPolicy(
  config: Config,
  slug: string,
  file: string,
  { json }: JsonOption,
): Promise<void> {
  const rules = await readRules(file);
  await onService(config, async (service) => {
    const changes = diffRules(rulesOf(await storeCalled(service, slug)), rules);
    if (isChange(changes)) process.exitCode = 1;
    say(json ? JSON.stringify(changes) : changesText(changes));
  });
}

export async function printForecast(
  config: Config,
  slug: string,
  file: string | undefined,
): Promise<Outcome> {
  const given = file === undefined ? undefined : await readRules(file);
  return withStore(async (at) => {
    const { forecast } = await previewPolicy(at, given ?? rulesOf(at.store));
    const { refused } = forecast;
    const since = dayAt(Date.parse(forecast.since), timeZoneOf(at.store));
    const sentence = `Of ${forecast.calls} calls since ${since}, these rules refuse ${refused.calls}: ${refused.sessions} sessions, of which ${refused.orders} became orders.`;
    const rows = forecast.rules.map(({ rule, calls, sessions, orders, shown }) =>
      [rule, calls, sessions, orders, shown].map(String),
    );
    const head = ['RULE', 'CALLS', 'SESSIONS', 'ORDERS', 'SHOWN'];
    return { data: forecast, text: rows.length > 0 ? `${sentence}\n\n${inColumns(head, rows)}` : sentence };
  })(config, slug);
}

/** Throws `invalid_input` naming each wrong member. */
async function readRules(file: string): Promise<readonly Rule[]> {
  const text = await readSecretInput(file);
  const document = validate({ input: policyDocument }, parsed(file, text));
  return toRules(policyDocument.parse(document).rules);
}

function parsed(file: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { rules: value } : Object(value);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function isChange({ added, removed, changed, reordered }: PolicyChanges): boolean {
  return reordered || added.length + removed.length + changed.length > 0;
}

function changesText(changes: PolicyChanges): string {
  if (!isChange(changes)) return 'Nothing changes.';
  return [
    ...changes.added.map((rule) => paint('green', `+ ${rule}`)),
    ...changes.removed.map((rule) => paint('red', `- ${rule}`)),
    ...changes.changed.map(({ rule, members }) => `~ ${rule}: ${members.join(', ')}`),
    ...(changes.reordered ? ['~ the rules stand in another sequence'] : []),
  ].join('\n');
}
