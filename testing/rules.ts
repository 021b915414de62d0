import assert from 'node:assert/strict';
import type { Rule } from '../src/commerce/policy/policy.ts';
import { changePolicy } from '../src/merchant/policy/policy.ts';
import { COMMAND_LINE } from '../src/merchant/visit.ts';
import type { Somewhere } from './everywhere.ts';

/** Replaces a store's rules for agents. */
export async function setRules(
  { running, slug }: Pick<Somewhere, 'running' | 'slug'>,
  rules: readonly Rule[],
): Promise<void> {
  const { context, stores } = running.service;
  const store = (await stores.find(slug)) ?? assert.fail(`no store ${slug}`);
  await changePolicy({ context, store, actor: COMMAND_LINE, requestId: 'rules' }, rules);
}
