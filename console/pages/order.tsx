import { Alert, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useParams } from 'wouter';
import type { ListedOrder } from '../../client/index.ts';
import { AgentName } from '../components/activity/agent-name.tsx';
import { BackTo } from '../components/activity/back-to.tsx';
import { ContentPanel } from '../components/activity/content-panel.tsx';
import { Facts } from '../components/activity/facts.tsx';
import { PaymentState, StatusBadge } from '../components/activity/status-badge.tsx';
import { TrackingLinks } from '../components/activity/tracking-links.tsx';
import { Instant } from '../components/instant.tsx';
import { Link } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { shortId } from '../components/short-id.ts';
import { TimelinePanel } from '../components/timeline/timeline.tsx';
import { Unreadable } from '../components/unreadable.tsx';
import { storePath, useStore, useStoreQuery } from '../store-context.ts';

export function Order() {
  const { id = '' } = useParams<{ id: string }>();
  const query = useStoreQuery('getStoreOrder', { order_id: id });
  const order = query.data?.order;
  return (
    <>
      <BackTo path="/orders" label="All orders" />
      <PageTitle
        beside={order && <StatusBadge status={order.status} />}
      >{`Order ${order?.platform_order_number ?? shortId(id)}`}</PageTitle>
      <QueryView query={query}>
        {({ order, timeline }) => (
          <Stack gap="md">
            {order.payment === 'claimed' && <OnlyClaimed />}
            {order.payment === 'verified' && !order.paid && <NotPaid />}
            {order.unreadable && <Unreadable what="The buyer’s address of this order" />}
            <Summary order={order} />
            <ContentPanel content={{ ...order, totals: { ...order.totals, refunded: order.refunded } }} />
            <LinesLeftOut lines={order.line_items.length} all={order.lines_count} />
            {timeline && <TimelinePanel entries={timeline} />}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function OnlyClaimed() {
  return (
    <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title="Not confirmed by your shop">
      An agent reported this order as paid. Your shop has no payment for it yet, so it does not count as
      revenue.
    </Alert>
  );
}

function NotPaid() {
  return (
    <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title="Not paid yet">
      Your shop has this order, and waits for its money, such as a bank transfer. It counts as revenue once it
      is paid.
    </Alert>
  );
}

function Summary({ order }: { order: ListedOrder }) {
  return (
    <Panel title="Summary">
      <Facts
        facts={[
          ['Payment', <PaymentState key="payment" payment={order.payment} isPaid={order.paid} />],
          ['Agent', <AgentName key="agent" agent={order.agent} verified={order.agent_verified} />],
          ['Placed', <Instant key="placed" at={order.created_at} />],
          ['Last updated', <Instant key="changed" at={order.updated_at} />],
          ['Buyer', order.buyer_email ?? (order.cart_id === null ? 'unknown' : 'in your shop only')],
          ['Tracking', <TrackingLinks key="tracking" tracking={order.tracking} />],
          ['Number in your shop', order.platform_order_number ?? 'none'],
          [order.cart_id === null ? 'Session' : 'Cart', <Origin key="origin" order={order} />],
        ]}
      />
    </Panel>
  );
}

/** Link to the session or the cart that the buyer ordered. */
function Origin({ order }: { order: ListedOrder }) {
  const { slug } = useStore();
  const { session_id: sessionId, cart_id: cartId } = order;
  const path = cartId === null ? `sessions/${sessionId}` : `carts/${cartId}`;
  return <Link to={`${storePath(slug)}/${path}`}>{shortId(path)}</Link>;
}

/** Long orders of carts are recorded with their first lines. */
function LinesLeftOut({ lines, all }: { lines: number; all: number }) {
  if (lines === all) return null;
  return (
    <Text size="sm" c="dimmed">
      {`The first ${lines} of ${all} items. Your shop has them all.`}
    </Text>
  );
}
