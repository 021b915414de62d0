import { Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import type { FeedReport as Report } from '../../../client/index.ts';
import { useStore, useStoreQuery } from '../../store-context.ts';
import { CsvLink } from '../csv-link.tsx';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';

/** Faults that the readers of the store's feeds would find; nothing while the feeds are off. */
export function FeedReport() {
  return useStore().product_feeds ? <Reports /> : null;
}

function Reports() {
  const query = useStoreQuery('checkStoreFeeds', {});
  return (
    <Panel
      title="In feeds"
      lead="What the readers of your feeds take and refuse, and what to change at the shop: the most expensive first, by what agents sold and found in 30 days."
      beside={<CsvLink operation="checkStoreFeeds" list="faults in feeds" />}
    >
      <QueryView query={query}>
        {({ surfaces }) => (
          <Stack gap="lg">
            {surfaces.map((report) => (
              <Surface key={report.surface} {...report} />
            ))}
          </Stack>
        )}
      </QueryView>
    </Panel>
  );
}

const COLORS = { refused: 'red', warned: 'yellow', left_out: 'gray' } as const;
const WORDS = { refused: 'Refused', warned: 'Warned', left_out: 'Left out' } as const;

function Surface({ reader, accepted, warned, refused, left_out, reasons }: Report) {
  return (
    <section aria-label={`Feed for ${reader}`}>
      <Group gap="sm">
        <Title order={3} size="h6">
          {reader}
        </Title>
        <Text size="sm">
          {accepted.toLocaleString()} accepted, {warned.toLocaleString()} warned, {refused.toLocaleString()}{' '}
          refused, {left_out.toLocaleString()} left out
        </Text>
      </Group>
      <List size="sm" mt="xs" spacing={6} listStyleType="none">
        {reasons.map(({ reason, verdict, items, text, remedy, examples, sold }) => (
          <List.Item key={reason}>
            <Badge color={COLORS[verdict]}>
              {WORDS[verdict]}: {items.toLocaleString()}
            </Badge>{' '}
            {text} {remedy}{' '}
            <Text span c="dimmed">
              {examples.join(', ')}
              {sold > 0 ? ` · ${sold.toLocaleString()} sold` : ''}
            </Text>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
