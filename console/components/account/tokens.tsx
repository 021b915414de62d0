import { Code } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ApiToken } from '../../../client/index.ts';
import { queryOf } from '../../api.ts';
import { useOrganizations } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { CsvFileLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Instant } from '../instant.tsx';
import { LimitLine } from '../limit-line.tsx';
import { Section } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { NewToken, TOKEN_ACCESS } from './new-token.tsx';

const COLUMNS: readonly Column<ApiToken>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => <span className="break">{name}</span> },
  { key: 'stores', title: 'Stores', render: ({ stores }) => stores?.join(', ') ?? 'All your stores' },
  {
    key: 'scope',
    title: 'Access',
    render: ({ scope }) => TOKEN_ACCESS[scope],
  },
  { key: 'expires_at', title: 'Expires', render: ({ expires_at }) => <Instant at={expires_at} /> },
  { key: 'created_at', title: 'Created', render: ({ created_at }) => <Instant at={created_at} /> },
  { key: 'last_used_at', title: 'Last used', render: ({ last_used_at }) => <Instant at={last_used_at} /> },
  { key: 'revoke', title: 'Revoke', isAction: true, render: (token) => <Revoke token={token} /> },
];

/** Keys for scripts, which open the merchant API in place of a sign-in. */
export function Tokens() {
  const [organization] = useOrganizations().data ?? [];
  const tokens = useQuery(queryOf('listTokens', {}));
  return (
    <Section
      title="API tokens"
      lead={
        <>
          With a token, scripts can do what you may do in the console through <Code>/api/merchant</Code>:{' '}
          <Code>Authorization: Bearer …</Code>. An agent that sends its token to your stores is known there,
          and may ask more often.
        </>
      }
      beside={<CsvFileLink operation="listTokens" list="tokens" rows={tokens.data?.items.length ?? 0} />}
    >
      <LimitLine organizationId={organization?.id} name="tokens" />
      <NewToken />
      <QueryView query={tokens}>
        {({ items }) => (
          <DataTable
            label="Tokens"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            empty={<EmptyState icon={IconKey} title="No tokens yet" />}
          />
        )}
      </QueryView>
    </Section>
  );
}

function Revoke({ token }: { token: ApiToken }) {
  const revoke = useAction('revokeToken', () => ({ token_id: token.id }), ['listTokens'], {
    success: `The token “${token.name}” is revoked.`,
  });
  return (
    <ConfirmButton
      title={`Revoke “${token.name}”?`}
      text="Scripts that use it lose access at once. This cannot be undone."
      confirm="Revoke token"
      action={revoke}
      label="Revoke"
      name={`Revoke ${token.name}`}
      size="compact-sm"
    />
  );
}
