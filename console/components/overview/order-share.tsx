import { Group, Text } from '@mantine/core';
import type { GetStoreOverviewResponse } from '../../../client/index.ts';
import { Instant } from '../instant.tsx';
import { Money } from '../money.tsx';
import { percentOf } from './percent.ts';

/** Agents' part in all orders of the shop; em dashes with the reason where these are unknown. */
export function OrderShare({
  share,
  currency,
}: {
  share: GetStoreOverviewResponse['share'];
  currency: string;
}) {
  return (
    <>
      <Group gap="lg">
        <Part value={percentOf(share.orders)} label="of all orders" />
        <Part value={percentOf(share.revenue)} label="of all revenue" />
      </Group>
      <Text size="xs" c="dimmed">
        {share.reason ?? <AllOrders share={share} currency={currency} />}
      </Text>
    </>
  );
}

function AllOrders({ share, currency }: { share: GetStoreOverviewResponse['share']; currency: string }) {
  const { shop_orders: orders, agent_orders: byAgents } = share;
  return (
    <>
      Your shop had {orders ? orders.toLocaleString() : 'no'} {orders === 1 ? 'order' : 'orders'}{' '}
      {orders !== 0 && (
        <>
          (<Money amount={share.shop_revenue} currency={currency} />){' '}
        </>
      )}
      in this period as of <Instant at={share.as_of} />
      {orders !== 0 && `, ${byAgents?.toLocaleString()} of them through agents`}. {share.missing}
    </>
  );
}

function Part({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <Text fz={18} fw={650} lh={1.1} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </div>
  );
}
