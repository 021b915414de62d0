import { CommerceError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store/store.ts';
import type { StoreContext } from '../operations/call/store-context.ts';
import type { Probe } from '../outbound/guarded-fetch/ask-whole.ts';
import { retryAfterSeconds } from '../outbound/retry-after.ts';
import type { AgentPlatformProfile } from '../protocols/ucp/negotiation/agent-platform-profile.ts';
import { negotiate, pickRelevant } from '../protocols/ucp/negotiation/negotiate.ts';
import type { Trust } from '../protocols/ucp/negotiation/trust.ts';
import { renderOrder } from '../protocols/ucp/order/order.ts';
import { getCapabilities, ORDER } from '../protocols/ucp/profile/capabilities.ts';
import { signPost } from '../signatures/sign-message.ts';
import type { OrderMessage } from '../storage/repositories/events/outbox.ts';
import { parseProfileAddress } from './profiles.ts';

type OrderEvent = Pick<OrderMessage, 'messageId' | 'agentProfile' | 'order' | 'occurredAt'>;

interface OrderEventDelivery {
  trust: Trust;
  /** Guarded; follows no redirects. */
  probe: Probe;
  allowLoopback: boolean;
  /** URL of the store's profile, which publishes the keys that sign its events. */
  profileOf(store: Store): Promise<string>;
}

type EventContext = Pick<StoreContext, 'store' | 'orders' | 'now'>;

/**
 * Sends one signed event to the webhook of the platform's profile. Returns once it was accepted or when the profile has no
 * webhook; throws, with the seconds to wait where the platform named them, when it must be sent again.
 */
export function orderEvents({ trust, probe, allowLoopback, profileOf }: OrderEventDelivery) {
  return async (context: EventContext, event: OrderEvent): Promise<void> => {
    const lookup = await trust.profiles.find(event.agentProfile, undefined);
    if (!('profile' in lookup)) throw createNotTakenError(`Its profile could not be read (${lookup.error}).`);
    const ucp = buildResponseMember(context, lookup.profile);
    const capability = lookup.profile.capabilities[ORDER]?.find(({ version }) => version === ucp?.version);
    const url = parseProfileAddress(capability?.webhookUrl, allowLoopback);
    if (!ucp || !url) return;
    const history = await context.orders.listHistory(event.order);
    const steps = history.filter(({ at }) => at <= event.occurredAt);
    const body = JSON.stringify(renderOrder({ store: context.store, order: event.order, steps, ucp }));
    const key = await trust.signingKey();
    const unsigned = buildHeaders(await profileOf(context.store), event);
    const headers = signPost({ url: url.href, headers: unsigned, body }, key, trust.now());
    await post(probe, url, { headers, body });
  };
}

/** Returns undefined unless both sides have the order capability. */
function buildResponseMember({ store }: EventContext, profile: AgentPlatformProfile) {
  const agreed = negotiate((version) => getCapabilities(store, version), profile);
  if ('unsupported' in agreed || !agreed.active.has(ORDER)) return undefined;
  const { version, declared, active } = agreed;
  return { version, capabilities: pickRelevant(ORDER, active, declared) };
}

/** UCP requires an idempotency key on every POST, and Standard Webhooks an id; both have the same value. */
function buildHeaders(profile: string, { messageId: id, occurredAt }: OrderEvent): Record<string, string> {
  return {
    'ucp-agent': `profile="${profile}"`,
    'idempotency-key': id,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(Date.parse(occurredAt) / 1_000)),
  };
}

async function post(probe: Probe, url: URL, message: { headers: Record<string, string>; body: string }) {
  const probed = await probe(url.href, { method: 'POST', ...message });
  if (probed.kind === 'failure')
    throw createNotTakenError(`Its webhook address cannot be reached (${probed.failure}).`);
  const { status } = probed;
  // 410 Gone: the platform wants no more events at this address.
  if ((status >= 200 && status < 300) || status === 410) return;
  throw createNotTakenError(`Its webhook address answered ${status}.`, retryAfterSeconds(probed));
}

function createNotTakenError(reason: string, retryAfterSeconds?: number): CommerceError {
  const message = `The agent's platform was not notified of the order. ${reason}`;
  const extras = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new CommerceError('platform_unavailable', message, extras);
}
