import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GetStoreOverviewResponse } from '../../../client/index.ts';
import { storePath, useStore } from '../../store-context.ts';
import { counted } from '../counted.ts';
import { daysIn } from '../days-in.ts';
import { Help } from '../help.tsx';
import { Instant } from '../instant.tsx';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { Delta } from './delta.tsx';
import { percentOf } from './percent.ts';

/** Ratios below the chart, and sums that it does not show. */
export function Facts({ overview }: { overview: GetStoreOverviewResponse }) {
  const { totals, previous, share } = overview;
  const before = previous?.totals;
  return (
    <>
      <dl className="ratios">
        <Fact name="Average order">
          <Average amount={totals.average_order} currency={totals.currency} />{' '}
          <Delta now={totals.average_order} before={before?.average_order} />
        </Fact>
        <Fact name="Search to order">
          {percentOf(totals.conversion)} <Delta now={totals.conversion} before={before?.conversion} />
        </Fact>
        <Fact name="Share of orders">{percentOf(share.orders)}</Fact>
        <Fact name="Share of revenue">{percentOf(share.revenue)}</Fact>
      </dl>
      <OtherSums overview={overview} />
    </>
  );
}

/** Explains what counts, and in which days. */
export function FiguresHelp({ overview }: { overview: GetStoreOverviewResponse }) {
  const { totals, previous, share, period } = overview;
  return (
    <Help about="these figures">
      Revenue and orders: those that your shop has confirmed as paid, without canceled and refunded ones.{' '}
      {previous
        ? `Compared with ${previous.period.from} to ${previous.period.to}.`
        : 'Nothing happened in the period before, so there is nothing to compare with.'}{' '}
      {share.reason ?? <AllOrders share={share} currency={totals.currency} />} {daysIn(period.time_zone)}
    </Help>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
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

/** Orders by cart, orders that the shop has not confirmed, and revenue in other currencies; empty without any. */
function OtherSums({ overview: { totals, other_currencies } }: { overview: GetStoreOverviewResponse }) {
  const { slug } = useStore();
  const { currency } = totals;
  const sums = [
    totals.orders_by_cart > 0 && (
      <li key="cart">
        <Link to={`${storePath(slug)}/carts?outcome=ordered`} underline="always">
          {counted(totals.orders_by_cart, 'order')}
        </Link>{' '}
        (<Money amount={totals.revenue_by_cart} currency={currency} />) by cart, without a session
      </li>
    ),
    totals.orders_claimed > 0 && (
      <li key="claimed">
        <Link to={`${storePath(slug)}/orders?payment=claimed`} underline="always">
          {counted(totals.orders_claimed, 'order')}
        </Link>{' '}
        (<Money amount={totals.revenue_claimed} currency={currency} />) claimed, not confirmed by the shop
      </li>
    ),
    ...other_currencies.map((other) => (
      <li key={other.currency}>
        <Money amount={other.revenue_verified} currency={other.currency} /> in {other.currency}
      </li>
    )),
  ].filter(Boolean);
  if (sums.length === 0) return null;
  return (
    <Text component="ul" size="xs" c="dimmed" className="other-sums">
      {sums}
    </Text>
  );
}

export function Average({ amount, currency }: { amount: number | null; currency: string }) {
  return amount === null ? '—' : <Money amount={amount} currency={currency} />;
}
