import { addToLog, type Caller } from '../../commerce/call/caller.ts';
import { storePaused } from '../../commerce/errors.ts';
import { UNKNOWN_AGENT } from '../../commerce/policy/agents.ts';
import {
  type CallFacts,
  evaluate,
  limitOn,
  type Rule,
  type Step,
  type Verdict,
} from '../../commerce/policy/policy.ts';
import { recordVerdict } from '../../commerce/policy/policy-record.ts';
import { type StorePolicy, stepOf } from '../../commerce/policy/store-policy.ts';
import { timeZoneOf } from '../../commerce/store/store.ts';
import { toPolicyRefusal } from './refuse-call.ts';
import type { StoreContext } from './store-context.ts';

export type PolicyContext = Pick<StoreContext, 'store' | 'caller' | 'callLog' | 'now'>;
type CountingContext = PolicyContext & Pick<StoreContext, 'countCalls'>;

/**
 * Admits a call to its operation, or throws the refusal of a paused store, or of the store's rules for its agent and the time.
 * Does nothing for an endpoint without a step; only a store with rules counts the call, which is to be waited for.
 */
export function admitCall(context: CountingContext, endpoint: string): Promise<void> | undefined {
  const { store, caller, callLog, now } = context;
  const step = stepOf(endpoint);
  if (!step) return undefined;
  const { agent, agentProfile: profile } = caller;
  const verified = isProfileVerified(caller) || undefined;
  const facts = { at: now(), profile, verified };
  addToLog(callLog, { policyRecord: { step, agent, facts, verdicts: [] } });
  if (step === 'settle') return undefined;
  if (store.pausedAt !== null) throw storePaused();
  return store.policy ? admit(context, store.policy) : undefined;
}

async function admit(context: CountingContext, { enforced, shadowed }: StorePolicy): Promise<void> {
  const limits = [limitOf(context, enforced, 'on'), shadowed && limitOf(context, shadowed, 'shadow')];
  const facts = getCallFacts(context, 'browse');
  const { verdict } = await context.countCalls(limits, facts.at, ([count, shadowCount]) => {
    const verdicts = evaluateBoth(context, { calls: count?.calls }, { calls: shadowCount?.calls });
    if (!verdicts.verdict) count?.add();
    if (!verdicts.shadow) shadowCount?.add();
    return verdicts;
  });
  if (verdict) throw toPolicyRefusal(verdict, { rules: enforced, ...facts });
}

/** Undefined for an agent without a limit. */
function limitOf(context: PolicyContext, rules: readonly Rule[], mode: 'on' | 'shadow') {
  const { agent } = getCallFacts(context, 'browse');
  const limit = limitOn(rules, agent);
  if (!limit) return undefined;
  const { name, profile, verified = false } = agent;
  const bucket = JSON.stringify([context.store.id, mode, limit.id, limit.calls, name, profile, verified]);
  return { bucket, max: limit.calls };
}

export function applyRules(context: PolicyContext, facts: Partial<CallFacts>): Verdict | undefined {
  return evaluateBoth(context, facts, facts).verdict;
}

/** Applies the enforced rules, and the rules with the shadow, whose counts of calls differ. */
function evaluateBoth(context: PolicyContext, facts: Partial<CallFacts>, shadowFacts: Partial<CallFacts>) {
  const { policy } = context.store;
  const { policyRecord } = context.callLog;
  if (!policy || !policyRecord) return {};
  const callFacts = getCallFacts(context, policyRecord.step);
  const verdict = evaluate(policy.enforced, { ...callFacts, ...facts });
  recordVerdict(policyRecord, verdict, 'on');
  const shadow = policy.shadowed && evaluate(policy.shadowed, { ...callFacts, ...shadowFacts });
  if (shadow?.rule !== verdict?.rule) recordVerdict(policyRecord, shadow, 'shadow');
  return { verdict, shadow };
}

/** Rules name profiles: a key of the profile must have signed. */
function isProfileVerified({ agentProfile, verified }: Caller): boolean {
  return agentProfile !== undefined && verified?.by === 'ucp_signature';
}

export function getCallFacts({ store, caller, callLog, now }: PolicyContext, step: Step) {
  const { agent: name = UNKNOWN_AGENT, agentProfile: profile } = caller;
  const agent = { name, profile, verified: isProfileVerified(caller) };
  return { agent, step, at: callLog.policyRecord?.facts.at ?? now(), timeZone: timeZoneOf(store) };
}
