import { Group, Stack, Text } from '@mantine/core';
import type { LoggedError } from '../../../client/index.ts';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { CsvLink } from '../csv-link.tsx';
import { Instant } from '../instant.tsx';
import { Link } from '../link.tsx';
import { Panel } from '../panel.tsx';
import { useTests } from '../show-tests.tsx';
import { HttpStatus } from './status-badge.tsx';

const SHOWN = 3;

/** The log keeps the first refusal of each minute by the service's own rate limit, and every refusal by a rule of the store. */
function countInWords({ status, count }: LoggedError): string {
  return `${status === 429 ? 'at least ' : ''}${count.toLocaleString()}×`;
}

/** Errors by kind, most frequent first. */
export function GroupedErrors() {
  const { slug } = useStore();
  const { tests } = useTests();
  const { data } = useStoreQuery('listStoreRequestErrors', { tests }, { refetchInterval: 30_000 });
  const groups = (data?.items ?? []).toSorted((one, other) => other.count - one.count).slice(0, SHOWN);
  return (
    <Panel
      title="Errors"
      beside={
        <CsvLink operation="listStoreRequestErrors" query={{ tests }} list="errors" rows={groups.length} />
      }
    >
      <div className="errors-room">
        {data && groups.length === 0 && (
          <Text size="sm" c="dimmed">
            No request was answered with an error.
          </Text>
        )}
        {groups.length > 0 && (
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {groups.map((group) => (
              <li key={`${group.endpoint} ${group.status} ${group.error}`}>
                <Group gap="xs" align="baseline" wrap="nowrap">
                  <HttpStatus status={group.status} />
                  <div style={{ minWidth: 0 }}>
                    <Link
                      to={`${storePath(slug)}/requests/${group.example_id}`}
                      fz="0.8125rem"
                      display="block"
                      className="ranked-title"
                    >
                      {group.error || 'No message'}
                    </Link>
                    <Text size="xs" c="dimmed" truncate>
                      {countInWords(group)} · <Instant at={group.last_at} /> · {group.endpoint}
                    </Text>
                  </div>
                </Group>
              </li>
            ))}
          </Stack>
        )}
      </div>
    </Panel>
  );
}
