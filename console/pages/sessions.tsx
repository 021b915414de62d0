import { Stack } from '@mantine/core';
import type { SessionRow } from '../activity-types.ts';
import { PaymentBadge, StatusBadge } from '../components/activity/status-badge.tsx';
import { useAgentChoice } from '../components/activity/use-agents.ts';
import { EmptyListing } from '../components/listing/empty-listing.tsx';
import { ListingFilters } from '../components/listing/listing-filters.tsx';
import { type Column, ListingTable } from '../components/listing/listing-table.tsx';
import { useListed } from '../components/listing/use-listed.ts';
import { useListing } from '../components/listing/use-listing.ts';
import { Instant } from '../components/instant.tsx';
import { Money } from '../components/money.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { useSlug } from '../components/use-slug.ts';

const FILTERS = ['status', 'agent', 'q'];
const STATUSES = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'initiated', label: 'Being built' },
    { value: 'requires_escalation', label: 'Waiting for the buyer' },
    { value: 'completed', label: 'Completed' },
    { value: 'failed', label: 'Failed' },
  ],
};

const COLUMNS: Column<SessionRow>[] = [
  { title: 'Session', show: ({ id }) => id.slice(0, 8) },
  { title: 'Status', sort: 'status', show: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Agent', sort: 'agent', show: ({ agent }) => agent ?? 'unknown' },
  { title: 'Lines', numeric: true, show: ({ lines_count }) => lines_count },
  {
    title: 'Total',
    sort: 'total',
    numeric: true,
    show: ({ total, currency }) => (total === null ? '–' : <Money amount={total} currency={currency} />),
  },
  { title: 'Payment', show: ({ payment }) => <PaymentBadge payment={payment} /> },
  { title: 'Created', sort: 'created_at', show: ({ created_at }) => <Instant at={created_at} /> },
];

export function SessionsPage() {
  const slug = useSlug();
  const listing = useListing('created_at', FILTERS);
  const listed = useListed<SessionRow>(slug, 'sessions', listing);
  const agents = useAgentChoice(slug);
  return (
    <Stack gap="lg">
      <PageHeading title="Sessions" about="Each checkout that an agent began, and how it ended." />
      <ListingFilters listing={listing} choices={[STATUSES, agents]} search="Session or order id" />
      <ListingTable
        label="Sessions"
        columns={COLUMNS}
        listed={listed}
        listing={listing}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/stores/${slug}/sessions/${id}`}
        empty={
          <EmptyListing listing={listing} title="No sessions yet">
            An agent begins one when it is ready to buy. Be the first: act as an agent in the playground.
          </EmptyListing>
        }
      />
    </Stack>
  );
}
