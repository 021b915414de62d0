import { Group, Stack, Text } from '@mantine/core';
import type { LoggedError } from '../../../client/index.ts';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { CsvLink } from '../csv-link.tsx';
import { Instant } from '../instant.tsx';
import { Link } from '../link.tsx';
import { Panel } from '../panel.tsx';
import { useTests } from '../show-tests.tsx';
import { HttpStatus } from './status-badge.tsx';

const SHOWN = 5;

/** The log keeps the first refusal of each minute by the service's own rate limit, and every refusal by a rule of the store. */
function countInWords({ status, count }: LoggedError): string {
  return `${status === 429 ? 'at least ' : ''}${count.toLocaleString()}×`;
}

/** Errors by kind, most frequent first; hidden without any. */
export function GroupedErrors() {
  const { slug } = useStore();
  const { tests } = useTests();
  const { data } = useStoreQuery('listStoreRequestErrors', { tests }, { refetchInterval: 30_000 });
  const groups = (data?.items ?? []).toSorted((one, other) => other.count - one.count).slice(0, SHOWN);
  if (groups.length === 0) return null;
  return (
    <Panel
      title="Errors"
      beside={<CsvLink operation="listStoreRequestErrors" query={{ tests }} list="errors" />}
    >
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {groups.map((group) => (
          <li key={`${group.endpoint} ${group.status} ${group.error}`}>
            <Group gap="sm" align="flex-start" wrap="nowrap">
              <HttpStatus status={group.status} />
              <div>
                <Link
                  to={`${storePath(slug)}/requests/${group.example_id}`}
                  size="sm"
                  className="break two-lines"
                >
                  {group.error || 'No message'}
                </Link>
                <Text size="xs" c="dimmed">
                  {group.endpoint} · {countInWords(group)} · <Instant at={group.last_at} />
                </Text>
              </div>
            </Group>
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
