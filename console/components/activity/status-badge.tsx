import { Badge, Text } from '@mantine/core';
import type { CheckoutSession, ListedCart, ListedSession, Order } from '../../../client/index.ts';
import { LeftBadge } from './buyer-step.tsx';

interface Look {
  words: string;
  color: string;
}

type Ending = NonNullable<ListedSession['ending']>;
type Status = CheckoutSession['status'] | Exclude<Ending, 'error'> | ListedCart['outcome'] | Order['status'];

const STATUSES: Record<Status, Look> = {
  initiated: { words: 'In progress', color: 'gray' },
  requires_escalation: { words: 'Waiting for the buyer', color: 'blue' },
  completed: { words: 'Completed', color: 'green' },
  failed: { words: 'Failed', color: 'red' },
  expired: { words: 'Expired', color: 'gray' },
  active: { words: 'Active', color: 'blue' },
  ordered: { words: 'Ordered', color: 'green' },
  canceled: { words: 'Canceled', color: 'gray' },
  pending: { words: 'Pending', color: 'yellow' },
  confirmed: { words: 'Confirmed', color: 'green' },
  processing: { words: 'Processing', color: 'blue' },
  shipped: { words: 'Shipped', color: 'indigo' },
  delivered: { words: 'Delivered', color: 'green' },
  refunded: { words: 'Refunded', color: 'orange' },
};

/** Returns the name of a status that this console does not know, such as a later version's. */
function lookOf(status: string): Look {
  const looks: Partial<Record<string, Look>> = STATUSES;
  return looks[status] ?? { words: status, color: 'gray' };
}

/** The status of a session, a cart or an order, in words. */
export function StatusBadge({ status }: { status: string }) {
  const { words, color } = lookOf(status);
  return <Badge color={color}>{words}</Badge>;
}

/** Status of a session: "Ordered" until the agent completes it, the cause that ended a failed one, and the step at which the buyer left an open one. */
export function SessionStatus({
  status,
  payment,
  ending,
  ...buyer
}: Pick<ListedSession, 'status' | 'payment' | 'ending' | 'step' | 'left_at'>) {
  if (ending !== null && ending !== 'error') return <StatusBadge status={ending} />;
  if (status === 'requires_escalation' && buyer.left_at !== null) return <LeftBadge {...buyer} />;
  if (status !== 'requires_escalation' || payment !== 'verified') return <StatusBadge status={status} />;
  return (
    <Badge color="teal" title="Your shop has the order. The agent has not completed the session yet.">
      Ordered
    </Badge>
  );
}

/** For example `Waiting for the buyer`. */
export function statusInWords(status: string): string {
  return lookOf(status).words;
}

/** Verified orders are confirmed by the shop, paid or not; claimed ones only reported by an agent. */
export function PaymentState({ payment, isPaid }: { payment: string | null; isPaid: boolean }) {
  if (payment === null) return <span>—</span>;
  if (payment !== 'verified')
    return (
      <Text
        span
        size="sm"
        c="var(--mantine-color-error)"
        title="An agent reported the payment. Your shop has not confirmed it."
      >
        Claimed
      </Text>
    );
  return isPaid ? (
    <span>Verified</span>
  ) : (
    <span title="Your shop has the order, and not the money yet.">Not paid yet</span>
  );
}

/** The status of an answer over HTTP. */
export function HttpStatus({ status }: { status: number }) {
  return (
    <Text
      span
      inherit
      ff="monospace"
      {...(status >= 400 ? { fw: 600, c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}
    >
      {status}
    </Text>
  );
}
