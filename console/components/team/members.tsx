import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAction } from '../../use-action.ts';
import { act, read } from '../../api.ts';
import type { Member, Organization, Role } from '../../api-types.ts';
import { useMay } from '../../permissions.ts';
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

/** Queries that a change of a member outdates. */
function keysOf({ id }: Organization) {
  return [['members', id], ['organizations'], ['organization-audit', id]];
}

/** Owners are changed by owners only. */
function useMayChange({ member, organization }: OfMember): boolean {
  const mayChange = useMay()(organization.role, 'PUT /organizations/{organization_id}/members/{account_id}');
  return mayChange && (member.role !== 'owner' || organization.role === 'owner');
}

function RoleOf(props: OfMember) {
  const { member, organization } = props;
  const mayChange = useMayChange(props);
  const change = useAction(
    (role: string) => act('PUT', `/organizations/${organization.id}/members/${member.account_id}`, { role }),
    keysOf(organization),
    { said: (_answer, role) => `${member.name} is now ${nameOfRole(role as Role)}.` },
  );
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
  const remove = useAction(
    () => act('DELETE', `/organizations/${organization.id}/members/${member.account_id}`),
    keysOf(organization),
    { said: isSelf ? `You have left ${organization.name}.` : `${member.name} has no access any more.` },
  );
  if (!isSelf && !mayChange) return null;
  return (
    <ConfirmButton
      title={isSelf ? `Leave ${organization.name}?` : `Remove ${member.name}?`}
      text={
        isSelf
          ? 'You lose access to its stores at once.'
          : 'Sessions and API tokens of this person lose access to these stores at once.'
      }
      confirm={isSelf ? 'Leave organization' : 'Remove member'}
      action={remove}
      label={isSelf ? 'Leave' : 'Remove'}
      name={isSelf ? `Leave ${organization.name}` : `Remove ${member.name}`}
      size="compact-sm"
    />
  );
}
