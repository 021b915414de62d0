import { Group, Paper, Progress, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CatalogState } from '../../../client/index.ts';
import { queryOf } from '../../api.ts';
import { LinkButton } from '../link.tsx';
import { ErrorNotice } from '../notice.tsx';

interface FirstImportProps {
  slug: string;
  name: string;
}

/** Progress after connecting: webhooks are set up and products sync. */
export function FirstImport({ slug, name }: FirstImportProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  useEffect(() => {
    heading.current?.focus();
    void client.invalidateQueries(queryOf('listStores', {}));
  }, [client]);
  const state = useQuery({
    ...queryOf('getStoreImport', { slug }),
    refetchInterval: ({ state: { data } }) => (isRead(data) ? false : 1_000),
  });
  const done = isRead(state.data);
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Group gap="sm">
          <ThemeIcon color="green" variant="light" radius="xl" size="lg">
            <IconCheck size={20} aria-hidden />
          </ThemeIcon>
          <Title order={2} size="h3" ref={heading} tabIndex={-1}>
            {name} is connected
          </Title>
        </Group>
        <Text size="sm">
          Agents that have its address can shop now. Its webhooks are being set up, and its products are
          syncing:
        </Text>
        <ImportBar state={state.data} />
        <ErrorNotice error={state.error} />
        <Group>
          <LinkButton to={`/stores/${slug}`}>
            {done ? 'Go to the store' : 'Continue while it syncs'}
          </LinkButton>
          <LinkButton to={`/stores/${slug}/discovery`} variant="default">
            Set up your domain
          </LinkButton>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Progress of the catalog import; indeterminate before it starts, and when the shop gives no total. */
export function ImportBar({ state }: { state: CatalogState | undefined }) {
  const importing = state?.importing;
  const done = isRead(state);
  const value = importing?.total ? Math.min(100, (100 * importing.read) / importing.total) : 100;
  return (
    <Stack gap={6}>
      <Progress.Root size="lg">
        <Progress.Section
          value={value}
          color={done ? 'green' : 'indigo'}
          animated={!done}
          aria-label="Products synced"
          aria-valuetext={wordsOf(state)}
        />
      </Progress.Root>
      <Text size="sm" role="status">
        {wordsOf(state)}
      </Text>
      {state?.limited && (
        <Text size="sm" c="var(--mantine-color-error)">
          Only part of the catalog is synced. {state.limited}
        </Text>
      )}
      {state?.last_error && (
        <Text size="sm" c="var(--mantine-color-error)">
          The last sync failed: {state.last_error} It is retried automatically.
        </Text>
      )}
    </Stack>
  );
}

/** A finished import may still be reported as running for a moment. */
function isRead(state: CatalogState | undefined): boolean {
  return Boolean(state?.imported_at) && !state?.importing;
}

function wordsOf(state: CatalogState | undefined): string {
  if (!state) return 'Loading…';
  const { importing, imported_at, products, limited } = state;
  if (importing?.total)
    return `${importing.read.toLocaleString()} of ${importing.total.toLocaleString()} products synced`;
  if (importing) return `${importing.read.toLocaleString()} products synced so far`;
  return imported_at
    ? `${limited ? '' : 'All '}${products.toLocaleString()} products are synced`
    : 'Waiting to start';
}
