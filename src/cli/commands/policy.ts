import type { Rule } from '../../commerce/policy/policy.ts';
import { timeZoneOf } from '../../commerce/store/store.ts';
import { toDay } from '../../commerce/time/days.ts';
import {
  changePolicy,
  computeRevision,
  diffRules,
  getRules,
  previewPolicy,
} from '../../merchant/policy/policy.ts';
import { type Preview, policyDocument, previewReply } from '../../merchant/policy/wire.ts';
import { toWire } from '../../merchant/to-wire.ts';
import { validate } from '../../protocols/invoke.ts';
import { countText, formatColumns } from '../shell/format.ts';
import { withStore } from '../shell/on-service.ts';
import { readSecretInput } from '../shell/secret-input.ts';
import { paint, reportDone, say, UsageError } from '../shell/terminal.ts';

export const exportPolicy = withStore(async (at) => {
  const rules = getRules(at.store);
  say(JSON.stringify({ rules }, null, 2));
});

export const importPolicy = withStore(async (at, _service, file: string) => {
  const rules = await readRules(file);
  const changes = diffRules(getRules(at.store), rules);
  const store = await changePolicy(at, rules, computeRevision(at.store));
  const { slug } = store;
  const text = `${paint('bold', slug)} has ${countText(rules.length, 'rule')}.\n${formatChanges(changes)}`;
  return reportDone({ slug, revision: computeRevision(store), changes }, text);
});

/** Sets exit code 1 when the file changes anything. */
export const diffPolicy = withStore(async (at, _service, file: string) => {
  const changes = diffRules(getRules(at.store), await readRules(file));
  if (isChange(changes)) process.exitCode = 1;
  return { data: changes, text: formatChanges(changes) };
});

export const printForecast = withStore(async (at, _service, file: string | undefined) => {
  const rules = file === undefined ? getRules(at.store) : await readRules(file);
  const { forecast } = await previewPolicy(at, rules);
  const { refused } = forecast;
  const since = toDay(Date.parse(forecast.since), timeZoneOf(at.store));
  const sentence = `Of ${forecast.calls} calls since ${since}, these rules refuse ${refused.calls}: ${refused.sessions} sessions and ${refused.carts} carts, of which ${refused.orders} became orders.`;
  const rows = forecast.rules.map((each) =>
    [each.rule, each.calls, each.sessions, each.carts, each.orders, each.shown].map(String),
  );
  const head = ['RULE', 'CALLS', 'SESSIONS', 'CARTS', 'ORDERS', 'SHOWN'];
  const data = toWire(previewReply.shape.forecast, forecast);
  return { data, text: rows.length > 0 ? `${sentence}\n\n${formatColumns(head, rows)}` : sentence };
});

/** Throws `invalid_input` naming each wrong member. */
async function readRules(file: string): Promise<readonly Rule[]> {
  const text = await readSecretInput(file);
  const document = validate({ input: policyDocument }, parsePolicyFile(file, text));
  return policyDocument.parse(document).rules;
}

function parsePolicyFile(file: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { rules: value } : Object(value);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function isChange({ added, removed, changed, reordered }: Preview['changes']): boolean {
  return reordered || added.length + removed.length + changed.length > 0;
}

function formatChanges(changes: Preview['changes']): string {
  if (!isChange(changes)) return 'Nothing changes.';
  return [
    ...changes.added.map((rule) => paint('green', `+ ${rule}`)),
    ...changes.removed.map((rule) => paint('red', `- ${rule}`)),
    ...changes.changed.map(({ rule, members }) => `~ ${rule}: ${members.join(', ')}`),
    ...(changes.reordered ? ['~ the rules stand in another sequence'] : []),
  ].join('\n');
}
