import { Badge, Stack } from '@mantine/core';
import type { WebhookDelivery } from '../../client/index.ts';
import { getPresentation } from '../../src/store-platforms/presentations.ts';
import { Listing } from '../components/activity/listing.tsx';
import type { Column } from '../components/data-table.tsx';
import { DateFilter } from '../components/date-filter.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Instant } from '../components/instant.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { EFFECTS, SIGNATURES } from '../components/webhooks/delivery-words.ts';
import { Subscriptions } from '../components/webhooks/subscriptions.tsx';
import { WebhooksPage } from '../components/webhooks/webhooks-page.tsx';
import { useStore, useStoreList } from '../store-context.ts';
import { useTableState } from '../table-state.ts';

const COLUMNS: Column<WebhookDelivery>[] = [
  { key: 'topic', title: 'Topic', render: ({ topic }) => topic ?? 'unknown' },
  {
    key: 'signature',
    title: 'Signature',
    onCard: 'line',
    render: ({ signature }) => <Signature signature={signature} />,
  },
  { key: 'effect', title: 'Effect', onCard: 'line', render: ({ effect }) => EFFECTS[effect] },
  {
    key: 'about',
    title: 'About',
    onCard: 'line',
    render: ({ order, product }) => shortGid(order ?? product),
  },
  { key: 'repeats', title: 'Duplicates', align: 'right', render: ({ repeats }) => repeats > 0 && repeats },
  {
    key: 'received_at',
    title: 'Received',
    onCard: 'corner',
    render: ({ received_at }) => <Instant at={received_at} />,
  },
];

export function Webhooks() {
  const state = useTableState(['since', 'until']);
  const list = useStoreList('listStoreWebhooks', state, 5_000);
  return (
    <WebhooksPage
      path="/webhooks"
      guide={getPresentation(useStore().platform).guide}
      lead="Events your shop sends about products and orders. We never rely on an event alone; we re-read the record from your shop."
    >
      <QueryView query={list.query}>
        {({ subscriptions }) => (
          <Stack gap="lg">
            <Subscriptions subscriptions={subscriptions} />
            <Panel title="Received in the last 7 days">
              <Listing
                list={list}
                label="Deliveries"
                columns={COLUMNS}
                filters={<DateFilter state={state} />}
                empty={
                  <EmptyState title="Nothing received yet">
                    Change a product in your shop, and its webhook should appear here within seconds. If it
                    does not, press “Repair webhooks”.
                  </EmptyState>
                }
              />
            </Panel>
          </Stack>
        )}
      </QueryView>
    </WebhooksPage>
  );
}

function Signature({ signature }: { signature: WebhookDelivery['signature'] }) {
  const { words, color } = SIGNATURES[signature];
  return <Badge color={color}>{words}</Badge>;
}

/** `gid://shopify/Product/1` as `Product 1`. */
function shortGid(gid: string | null): string | undefined {
  return gid?.split('/').slice(-2).join(' ');
}
