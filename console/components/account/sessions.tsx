import { Badge, Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ItemOf } from '../../../client/index.ts';
import { call, queryOf } from '../../api.ts';
import { useAction, useReread } from '../../use-action.ts';
import { CsvFileLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';

type AccountSession = ItemOf<'listAccountSessions'>;

const COLUMNS: readonly Column<AccountSession>[] = [
  {
    key: 'device',
    title: 'Browser',
    render: ({ device, current }) => (
      <Group gap="xs">
        {device || 'Unknown browser'}
        {current && <Badge variant="light">This browser</Badge>}
      </Group>
    ),
  },
  { key: 'created_at', title: 'Signed in', render: ({ created_at }) => <Instant at={created_at} /> },
  { key: 'last_used_at', title: 'Last used', render: ({ last_used_at }) => <Instant at={last_used_at} /> },
  {
    key: 'end',
    title: 'Sign out',
    isAction: true,
    render: (session) => !session.current && <EndSession session={session} />,
  },
];

/** Browsers in which the account is signed in. */
export function AccountSessions() {
  const sessions = useQuery(queryOf('listAccountSessions', {}));
  const endOthers = useAction('endOtherAccountSessions', () => ({}), ['listAccountSessions'], {
    success: 'Other browsers are signed out.',
  });
  return (
    <Section
      title="Signed-in browsers"
      beside={<CsvFileLink operation="listAccountSessions" list="signed-in browsers" />}
    >
      <ErrorNotice error={endOthers.error} />
      <QueryView query={sessions}>
        {({ items }) => (
          <>
            <DataTable
              label="Signed-in browsers"
              columns={COLUMNS}
              rows={items}
              rowKey={({ id }) => id}
              empty={null}
            />
            {items.length > 1 && (
              <Group>
                <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  Sign out other browsers
                </Button>
              </Group>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

function EndSession({ session: { id, device } }: { session: AccountSession }) {
  const reread = useReread(['listAccountSessions']);
  const end = useMutation({
    mutationFn: () => call('endAccountSession', { session_id: id }),
    onSettled: reread,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={`Sign out ${device || 'unknown browser'}`}
    >
      Sign out
    </Button>
  );
}
