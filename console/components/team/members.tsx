import { Button, Select, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { act, read } from '../../api.ts';
import type { Member, Organization, Role } from '../../api-types.ts';
import { useMay } from '../../permissions.ts';
import { saySaved } from '../../saved.ts';
import { useAccount } from '../../session.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { CsvFileLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { QueryView } from '../query-view.tsx';
import { Section } from '../panel.tsx';
import { nameOfRole, ROLES, rolesGivenBy } from './roles.ts';

/** Members of the organization, with their roles. */
export function Members({ organization }: { organization: Organization }) {
  const members = useQuery({
    queryKey: ['members', organization.id],
    queryFn: async () => (await read<{ items: Member[] }>(`/organizations/${organization.id}/members`)).items,
  });
  const owners = (members.data ?? []).filter(({ role }) => role === 'owner');
  const columns: readonly Column<Member>[] = [
    { key: 'name', title: 'Name', render: (member) => <Name member={member} /> },
    {
      key: 'role',
      title: 'Role',
      render: (member) => <RoleOf member={member} organization={organization} />,
    },
    { key: 'since', title: 'Joined', render: ({ since }) => <Instant at={since} /> },
    {
      key: 'remove',
      title: 'Remove',
      isAction: true,
      // The last owner stays.
      render: (member) =>
        owners.length === 1 && member.role === 'owner' ? null : (
          <Remove member={member} organization={organization} />
        ),
    },
  ];
  return (
    <Section
      title="Members"
      lead={<RoleList />}
      beside={<CsvFileLink path={`/organizations/${organization.id}/members`} list="members" />}
    >
      <QueryView query={members}>
        {(rows) => (
          <DataTable
            label="Members"
            columns={columns}
            rows={rows}
            rowKey={({ account_id: id }) => id}
            empty={null}
          />
        )}
      </QueryView>
    </Section>
  );
}

function RoleList() {
  return (
    <>
      {ROLES.map(({ label, can }) => (
        <div key={label}>
          <b>{label}</b>: {can}
        </div>
      ))}
    </>
  );
}

function Name({ member: { name, email } }: { member: Member }) {
  return (
    <>
      {name}
      <Text size="xs" c="dimmed" className="break">
        {email}
      </Text>
    </>
  );
}

interface OfMember {
  member: Member;
  organization: Organization;
}

function useChanged({ organization }: OfMember) {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['members', organization.id] }),
      client.invalidateQueries({ queryKey: ['organizations'] }),
      client.invalidateQueries({ queryKey: ['organization-audit', organization.id] }),
    ]);
  };
}

/** Owners are changed by owners only. */
function useMayChange({ member, organization }: OfMember): boolean {
  const mayChange = useMay()(organization.role, 'PUT /organizations/{organization_id}/members/{account_id}');
  return mayChange && (member.role !== 'owner' || organization.role === 'owner');
}

function RoleOf(props: OfMember) {
  const { member, organization } = props;
  const mayChange = useMayChange(props);
  const changed = useChanged(props);
  const change = useMutation({
    mutationFn: (role: string) =>
      act('PUT', `/organizations/${organization.id}/members/${member.account_id}`, { role }),
    onSuccess: async (_answer, role) => {
      await changed();
      saySaved(`${member.name} is now ${nameOfRole(role as Role)}.`);
    },
  });
  if (!mayChange) return <>{nameOfRole(member.role)}</>;
  return (
    <>
      <Select
        aria-label={`Role of ${member.name}`}
        data={rolesGivenBy(organization).map(({ value, label }) => ({ value, label }))}
        value={member.role}
        allowDeselect={false}
        disabled={change.isPending}
        maw={160}
        ml={{ base: 'auto', sm: 0 }}
        onChange={(role) => role && role !== member.role && change.mutate(role)}
      />
      <ErrorNotice error={change.error} title="The role was not changed" />
    </>
  );
}

function Remove(props: OfMember) {
  const { member, organization } = props;
  const isSelf = useAccount().data?.id === member.account_id;
  const mayChange = useMayChange(props);
  const changed = useChanged(props);
  const remove = useMutation({
    mutationFn: () => act('DELETE', `/organizations/${organization.id}/members/${member.account_id}`),
    onSuccess: async () => {
      await changed();
      saySaved(isSelf ? `You have left ${organization.name}.` : `${member.name} has no access any more.`);
    },
  });
  if (!isSelf && !mayChange) return null;
  const label = isSelf ? 'Leave' : 'Remove';
  return (
    <ConfirmButton
      title={isSelf ? `Leave ${organization.name}?` : `Remove ${member.name}?`}
      text={
        isSelf
          ? 'You lose access to its stores at once.'
          : 'Sessions and API tokens of this person lose access to these stores at once.'
      }
      confirm={isSelf ? 'Leave organization' : 'Remove member'}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync()}
      button={(open) => (
        <Button
          size="compact-sm"
          variant="default"
          onClick={open}
          aria-label={isSelf ? `Leave ${organization.name}` : `Remove ${member.name}`}
        >
          {label}
        </Button>
      )}
    />
  );
}
