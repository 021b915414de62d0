import { Stack } from '@mantine/core';
import { Deliveries } from '../components/events/deliveries.tsx';
import { Endpoints } from '../components/events/endpoints.tsx';
import { MailAlerts } from '../components/events/mail-alerts.tsx';
import { Guarded } from '../components/guarded.tsx';
import { QueryView } from '../components/query-view.tsx';
import { WebhooksPage } from '../components/webhooks/webhooks-page.tsx';
import { useStoreQuery } from '../store-context.ts';

/** Events that the store sends to its merchant. */
export function Events() {
  const query = useStoreQuery('listStoreEventEndpoints', {}, { refetchInterval: 5_000 });
  return (
    <WebhooksPage
      path="/events"
      guide="events.md"
      lead="We send signed events about sessions, orders, searches and health to your own URLs, and retry until they are accepted."
    >
      <QueryView query={query}>
        {({ items }) => (
          <Stack gap="lg">
            <Guarded operation="createStoreEventEndpoint">
              <Endpoints endpoints={items} />
            </Guarded>
            <Deliveries endpoints={items} />
            <MailAlerts />
          </Stack>
        )}
      </QueryView>
    </WebhooksPage>
  );
}
