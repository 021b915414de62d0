import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { storePath, useStore } from '../../store-context.ts';
import { PaymentState, StatusBadge } from '../activity/status-badge.tsx';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { purchaseOf } from './cart-step.tsx';
import type { Purchasing } from './shopping.ts';
import { StepCard } from './step-card.tsx';

export function SessionStep({ shopping, busy, take, refusalOf, input }: Purchasing) {
  const { item, session } = shopping;
  const create = () =>
    take('session', async (agent) => ({
      session: await agent.createSession(purchaseOf(item, input), newKey()),
    }));
  return (
    <StepCard
      number={3}
      title="Checkout session"
      done={session !== undefined}
      waitsFor={item ? undefined : 'Choose a product first.'}
      refusal={refusalOf('session')}
    >
      <Group gap="sm">
        <Button
          variant={session ? 'default' : 'filled'}
          loading={busy === 'session'}
          onClick={() => void create()}
        >
          {session ? 'Create another session' : 'Create session'}
        </Button>
        {session && <StatusBadge status={session.status} />}
        {session && (
          <Text size="sm">
            Total <Money amount={session.totals.total} currency={session.currency} />
          </Text>
        )}
      </Group>
    </StepCard>
  );
}

export function HandoffStep({ shopping, busy, take, refusalOf }: Purchasing) {
  const { test_mode } = useStore();
  const { session } = shopping;
  const ask = () =>
    session && take('handoff', async (agent) => ({ session: await agent.readSession(session.id) }));
  return (
    <StepCard
      number={4}
      title="Hand-off to the buyer"
      done={session?.status === 'completed'}
      waitsFor={session ? undefined : 'Create a session first.'}
      refusal={refusalOf('handoff')}
    >
      <Text size="sm">
        {test_mode
          ? 'The buyer pays on the shop’s own checkout page. This is a test store: nothing is charged.'
          : 'The buyer pays on your shop’s own checkout page. This is your real shop: payments are charged.'}
      </Text>
      <Group gap="sm">
        {session?.continue_url && (
          <Anchor href={session.continue_url} target="_blank" rel="noreferrer">
            <Group gap={4}>
              Open checkout
              <IconExternalLink size={16} aria-label="in a new tab" />
            </Group>
          </Anchor>
        )}
        <Button variant="default" size="xs" loading={busy === 'handoff'} onClick={() => void ask()}>
          Refresh session
        </Button>
      </Group>
    </StepCard>
  );
}

export function CompleteStep({ shopping, busy, take, refusalOf }: Purchasing) {
  const { session } = shopping;
  const settle = (step: 'complete' | 'cancel') =>
    session &&
    take(step, async (agent) => ({
      session: await (step === 'complete'
        ? agent.completeSession(session.id)
        : agent.cancelSession(session.id)),
    }));
  return (
    <StepCard
      number={5}
      title="Complete"
      done={session?.status === 'completed'}
      waitsFor={session ? undefined : 'Create a session first.'}
      refusal={refusalOf('complete') ?? refusalOf('cancel')}
    >
      <Text size="sm">
        When the buyer has paid, the agent completes the session. Orders your shop has not confirmed count as
        claimed only.
      </Text>
      <Group gap="sm">
        <Button
          variant={session?.status === 'completed' ? 'default' : 'filled'}
          loading={busy === 'complete'}
          onClick={() => void settle('complete')}
        >
          Complete session
        </Button>
        <Button variant="default" loading={busy === 'cancel'} onClick={() => void settle('cancel')}>
          Cancel session
        </Button>
        {session?.payment && <PaymentState payment={session.payment} isPaid={session.paid === true} />}
      </Group>
    </StepCard>
  );
}

export function OrderStep({ shopping, busy, take, refusalOf }: Purchasing) {
  const { slug } = useStore();
  const { session, order } = shopping;
  const ownOrder = session?.order;
  const ask = () =>
    ownOrder && take('order', async (agent) => ({ order: await agent.readOrder(ownOrder.id) }));
  return (
    <StepCard
      number={6}
      title="Order"
      done={order !== undefined}
      waitsFor={ownOrder ? undefined : 'Complete the session first.'}
      refusal={refusalOf('order')}
    >
      <Group gap="sm">
        <Button variant={order ? 'default' : 'filled'} loading={busy === 'order'} onClick={() => void ask()}>
          Read order
        </Button>
        {order && <StatusBadge status={order.status} />}
        {order && <Money amount={order.totals.total} currency={order.currency} />}
      </Group>
      {session && (
        <Link to={`${storePath(slug)}/sessions/${session.id}`} size="sm">
          View this session’s timeline
        </Link>
      )}
    </StepCard>
  );
}

/** A new key each time: every press means a new session. */
function newKey(): string {
  return crypto.randomUUID?.() ?? `playground-${Date.now()}-${Math.random().toString(36).slice(2)}`;
}
