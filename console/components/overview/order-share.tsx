import { Group, Text } from '@mantine/core';
import type { Overview } from '../../api-types.ts';
import { Instant } from '../instant.tsx';
import { Money } from '../money.tsx';
import { percentOf } from './percent.ts';

/** Agents' part in all orders of the shop; em dashes with the reason where these are unknown. */
export function OrderShare({ share, currency }: { share: Overview['share']; currency: string }) {
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

function AllOrders({ share, currency }: { share: Overview['share']; currency: string }) {
  if (share.shop_orders === 0) return 'Your shop had no orders in this period.';
  return (
    <>
      Your shop had {share.shop_orders?.toLocaleString()} {share.shop_orders === 1 ? 'order' : 'orders'} (
      <Money amount={share.shop_revenue} currency={currency} />) in this period, as of{' '}
      <Instant at={share.as_of} />.
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
