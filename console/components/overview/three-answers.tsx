import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCoins, IconRobot, IconWorldSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { GetStoreOverviewResponse } from '../../../client/index.ts';
import { storePath } from '../../store-context.ts';
import { counted } from '../counted.ts';
import { daysIn } from '../days-in.ts';
import { Link } from '../link.tsx';
import { Money } from '../money.tsx';
import { Delta } from './delta.tsx';
import { OrderShare } from './order-share.tsx';
import { percentOf } from './percent.ts';
import type { SetupStep } from './setup-guide.tsx';

interface Props {
  slug: string;
  overview: GetStoreOverviewResponse;
  steps: SetupStep[];
}

/** Can agents find me, what did they do, what did it bring: at a glance. */
export function ThreeAnswers({ slug, overview, steps }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
      <Found slug={slug} overview={overview} discovery={steps.find(({ id }) => id === 'discovery')} />
      <Did slug={slug} overview={overview} />
      <Brought slug={slug} overview={overview} />
    </SimpleGrid>
  );
}

function Found({
  slug,
  overview,
  discovery,
}: {
  slug: string;
  overview: GetStoreOverviewResponse;
  discovery: SetupStep | undefined;
}) {
  const agents = overview.by_agent.length;
  const reachable = discovery?.done ?? false;
  return (
    <Answer icon={<IconWorldSearch size={20} />} question="Can agents find me?">
      <Group gap="xs">
        <Badge size="lg" color={reachable ? 'green' : 'orange'}>
          {reachable ? 'Yes, on your own domain' : 'Only at the manifest’s URL'}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {agents === 0
          ? 'No agent has called in this period.'
          : `${counted(agents, 'agent')} called in this period.`}
      </Text>
      <Link to={`${storePath(slug)}/discovery`} size="sm">
        {reachable ? 'View discovery' : 'Set up your domain'}
      </Link>
    </Answer>
  );
}

function Did({
  slug,
  overview: { totals, previous, period },
}: {
  slug: string;
  overview: GetStoreOverviewResponse;
}) {
  const before = previous?.totals;
  return (
    <Answer icon={<IconRobot size={20} />} question="What did they do?">
      <Group gap="lg">
        <Figure value={totals.searches} label="searches" now={totals.searches} before={before?.searches} />
        <Figure value={totals.sessions} label="sessions" now={totals.sessions} before={before?.sessions} />
        <Figure value={totals.handoffs} label="hand-offs" now={totals.handoffs} before={before?.handoffs} />
        <Figure value={totals.carts} label="carts" now={totals.carts} before={before?.carts} />
        <Figure
          value={percentOf(totals.conversion)}
          label="search to order"
          now={totals.conversion}
          before={before?.conversion}
        />
      </Group>
      <Compared previous={previous} timeZone={period.time_zone} />
      <Link to={`${storePath(slug)}/sessions`} size="sm">
        View sessions
      </Link>
    </Answer>
  );
}

function Compared({ previous, timeZone }: Pick<GetStoreOverviewResponse, 'previous'> & { timeZone: string }) {
  return (
    <Text size="xs" c="dimmed">
      {previous
        ? `Compared with ${previous.period.from} to ${previous.period.to}.`
        : 'Nothing happened in the period before, so there is nothing to compare with.'}{' '}
      {daysIn(timeZone)}
    </Text>
  );
}

function Brought({ slug, overview }: { slug: string; overview: GetStoreOverviewResponse }) {
  const { totals, previous, other_currencies } = overview;
  const before = previous?.totals;
  return (
    <Answer icon={<IconCoins size={20} />} question="What did it bring?">
      <Group gap="lg">
        <Figure
          value={<Money amount={totals.revenue_verified} currency={totals.currency} />}
          label="verified revenue"
          now={totals.revenue_verified}
          before={before?.revenue_verified}
        />
        <Figure
          value={totals.orders_verified}
          label={totals.orders_verified === 1 ? 'order' : 'orders'}
          now={totals.orders_verified}
          before={before?.orders_verified}
        />
        <Figure
          value={<Average amount={totals.average_order} currency={totals.currency} />}
          label="average order"
          now={totals.average_order}
          before={before?.average_order}
        />
      </Group>
      <OrderShare share={overview.share} currency={totals.currency} />
      {totals.orders_by_cart > 0 && (
        <Text size="sm" c="dimmed">
          <Link to={`${storePath(slug)}/carts?outcome=ordered`} size="sm">
            {totals.orders_by_cart.toLocaleString()} of the orders
          </Link>{' '}
          (<Money amount={totals.revenue_by_cart} currency={totals.currency} />) came by carts that agents
          handed over without a session.
        </Text>
      )}
      {totals.orders_claimed > 0 && (
        <Text size="sm" c="dimmed">
          Agents also claim {counted(totals.orders_claimed, 'order')} (
          <Money amount={totals.revenue_claimed} currency={totals.currency} />) that the shop has not
          confirmed.
        </Text>
      )}
      {other_currencies.map((other) => (
        <Text key={other.currency} size="sm" c="dimmed">
          And <Money amount={other.revenue_verified} currency={other.currency} /> in {other.currency}.
        </Text>
      ))}
      <Link to={`${storePath(slug)}/orders`} size="sm">
        View orders
      </Link>
    </Answer>
  );
}

function Answer({ icon, question, children }: { icon: ReactNode; question: string; children: ReactNode }) {
  return (
    <Card withBorder padding="lg" component="section" aria-label={question}>
      <Stack gap="sm" h="100%">
        <Group gap="xs">
          {icon}
          <Title order={2} size="h5">
            {question}
          </Title>
        </Group>
        {children}
      </Stack>
    </Card>
  );
}

interface FigureProps {
  value: ReactNode;
  label: string;
  now: number | null;
  before: number | null | undefined;
}

function Figure({ value, label, now, before }: FigureProps) {
  return (
    <div>
      <Text fz={24} fw={650} lh={1.1} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {typeof value === 'number' ? value.toLocaleString() : value}
      </Text>
      <Text size="sm" c="dimmed">
        {label} <Delta now={now} before={before} />
      </Text>
    </div>
  );
}

export function Average({ amount, currency }: { amount: number | null; currency: string }) {
  return amount === null ? '—' : <Money amount={amount} currency={currency} />;
}
