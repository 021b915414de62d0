import { randomUUID } from 'node:crypto';
import type { Call, RehearsedEndpoint, Reply } from './endpoint.ts';
import { readFailure } from './failure.ts';
import { withValueAt } from './paths.ts';
import { type Plan, remedyOf } from './remedy.ts';
import type { Shopper } from './shopper.ts';

/** Further calls after which a shopper gives up. */
const MAX_FURTHER = 4;

export interface Attempt {
  reply: Reply;
  isDone: boolean;
  /** Calls after the first one. */
  further: number;
}

/** Makes a call, and follows the remedies of failures. */
export async function attempt(shopper: Shopper, first: Call): Promise<Attempt> {
  const { endpoint } = shopper;
  let plan: Plan = [() => first];
  let target = first;
  let call = first;
  let reply: Reply = { failed: true, body: {} };
  for (let further = 0; further <= MAX_FURTHER; further += 1) {
    const planned = plan.shift()?.();
    if (!planned) return { reply, isDone: false, further };
    call = planned === call ? call : withKeyOfItsOwn(endpoint, planned);
    const isLast = plan.length === 0;
    if (isLast) target = call;
    reply = await endpoint.exchange(call);
    shopper.learn(reply);
    if (reply.failed) plan = remedyOf(shopper, call, target, readFailure(reply.body));
    else if (isLast) return { reply, isDone: true, further };
  }
  return { reply, isDone: false, further: MAX_FURTHER + 1 };
}

/** Descriptions of official UCP's tools ask for a fresh key for each change; elsewhere a failure frees the key. */
function withKeyOfItsOwn({ key, hasKeyPerChange }: RehearsedEndpoint, call: Call): Call {
  if (!hasKeyPerChange) return call;
  return { ...call, arguments: withValueAt(call.arguments, key, randomUUID()) };
}
