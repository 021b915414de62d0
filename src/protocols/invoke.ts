import type { z } from 'zod';
import { CommerceError } from '../commerce/errors.ts';
import { isOn } from '../commerce/store/capabilities.ts';
import type { Store } from '../commerce/store/store.ts';
import { admitCall } from '../operations/call/admit-call.ts';
import type { StoreContext } from '../operations/call/store-context.ts';
import { parseInWords } from '../wire/issue-text.ts';
import type { Endpoint, Incoming, RawInput, Reply } from './endpoint.ts';
import { readIgnoredMembers } from './ignored-members.ts';

/**
 * Path of every call, over any transport: find the store, its capability and the resource, strip members of switched-off
 * capabilities, validate, admit, run. A missing store or resource wins over invalid input.
 */
export async function invoke(
  context: StoreContext | undefined,
  endpoint: Endpoint,
  incoming: Incoming,
): Promise<Reply> {
  if (!context || !isOn(context.store.switches, endpoint.capability)) throw createNotFoundError();
  // Rules count the calls that they admit: none for a missing resource. Without rules only a refused call looks for it.
  if (context.store.policy) await endpoint.mustExist?.(context, incoming.address);
  const { raw, input, identified } = await admitInput(context, endpoint, incoming);
  const country = endpoint.countryOf?.(input);
  const delivering = country === undefined ? identified : { ...identified, country };
  const reply = await endpoint.run(delivering, input, incoming);
  const { ignored } = endpoint;
  const unread = ignored && readIgnoredMembers(endpoint.input, raw, ignored.isUnread);
  return unread ? { ...reply, body: ignored.name(reply.body, unread) } : reply;
}

/** Resolves with the input of a call that is admitted, as it was sent and validated, and with its identified agent. */
async function admitInput(context: StoreContext, endpoint: Endpoint, incoming: Incoming) {
  try {
    const raw = incoming.read();
    const input = validate(endpoint, withoutSwitchedOff(context.store, endpoint, raw));
    const identified = endpoint.identify ? await endpoint.identify(context, incoming) : context;
    const admission = admitCall(identified, endpoint.route);
    if (admission) await admission;
    return { raw, input, identified };
  } catch (refusal) {
    if (!context.store.policy) await endpoint.mustExist?.(context, incoming.address);
    throw refusal;
  }
}

/** Same text for an unknown store and for a switched-off capability, which must be indistinguishable. */
export function createNotFoundError(): CommerceError {
  return new CommerceError(
    'not_found',
    'No store answers at this path. The path is right for stores that offer it: check the store slug, and the capabilities that the store manifest lists.',
  );
}

/** Text for a path that no store has, whatever its slug: it does not reveal which stores exist. */
export function createNoPathError(): CommerceError {
  return new CommerceError(
    'not_found',
    'There is no such path, whatever the store. Check it against /openapi.json, or the endpoints that the store manifest lists.',
  );
}

function withoutSwitchedOff(store: Store, endpoint: Endpoint, raw: RawInput): RawInput {
  if (!endpoint.capabilityOf) return raw;
  const off = Object.entries(endpoint.capabilityOf).filter(
    ([, capability]) => !isOn(store.switches, capability),
  );
  if (off.length === 0) return raw;
  const fields = new Set(off.map(([field]) => field));
  return Object.fromEntries(Object.entries(raw).filter(([field]) => !fields.has(field)));
}

/** Throws `invalid_input` with every invalid member and what is expected of it. */
export function validate(endpoint: { input: z.ZodObject }, raw: RawInput): unknown {
  const parsed = parseInWords(endpoint.input, raw);
  if (!('issues' in parsed)) return parsed.data;
  const { issues } = parsed;
  const firstIssues = issues.slice(0, MAX_DETAILS);
  const details = firstIssues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const sentences = details.map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
  const missing = issues.some((issue) => isMissing(issue, raw));
  throw new CommerceError('invalid_input', `${sentences.join('; ')}.`, { details, missing });
}

const MAX_DETAILS = 20;

/** True for a required member that is absent, as opposed to invalid. */
function isMissing(issue: z.core.$ZodIssue, raw: RawInput): boolean {
  const [member, ...deeper] = issue.path;
  return member !== undefined && deeper.length === 0 && raw[String(member)] === undefined;
}
