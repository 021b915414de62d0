import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { AuditEntry } from '../../client/index.ts';
import type { Column } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { Instant } from './instant.tsx';
import { Link } from './link.tsx';

export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'summary',
    title: 'Change',
    render: (entry) => <Change entry={entry} />,
  },
  { key: 'actor', title: 'User', render: (entry) => <Person entry={entry} /> },
  { key: 'at', title: 'Date', render: ({ at }) => <Instant at={at} /> },
];

/** An empty log; `children` say what it lists. */
export function NoChanges({ children }: { children: ReactNode }) {
  return (
    <EmptyState icon={IconHistory} title="No changes yet">
      {children}
    </EmptyState>
  );
}

/** The sentence leads to what was changed; the store's slug distinguishes stores of one name. */
function Change({ entry: { summary, page, store } }: { entry: AuditEntry }) {
  const [location] = useLocation();
  const isElsewhere = store !== null && !location.startsWith(`/stores/${store}/`);
  return (
    <>
      {page === null ? (
        <Text inherit fw={500} className="break">
          {summary}
        </Text>
      ) : (
        <Link to={page} fw={500} className="break">
          {summary}
        </Link>
      )}
      {isElsewhere && (
        <Text size="xs" c="dimmed" className="break">
          {store}
        </Text>
      )}
    </>
  );
}

/** Name with the e-mail address below, behind the token that stood for the person; the command line and the plugin have no name. */
function Person({ entry: { actor, actor_name, actor_token } }: { entry: AuditEntry }) {
  if (actor_name === null) return <span className="break">{actor}</span>;
  return (
    <>
      <span className="break">
        {actor_token === null ? actor_name : `Token “${actor_token}” of ${actor_name}`}
      </span>
      <Text size="xs" c="dimmed" className="break">
        {actor}
      </Text>
    </>
  );
}
