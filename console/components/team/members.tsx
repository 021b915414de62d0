import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ItemOf } from '../../../client/index.ts';
import { queryOf } from '../../api.ts';
import { useMay } from '../../permissions.ts';
import { type Organization, useAccount } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { CsvFileLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Help } from '../help.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { nameOfRole, ROLES, type Role, rolesGivenBy } from './roles.ts';

type Member = ItemOf<'listOrganizationMembers'>;

/** Members of the organization, with their roles. */
export function Members({ organization }: { organization: Organization }) {
  const members = useQuery(queryOf('listOrganizationMembers', { organization_id: organization.id }));
  const owners = (members.data?.items ?? []).filter(({ role }) => role === 'owner');
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
      help={
        <Help about="roles">
          <RoleList />
        </Help>
      }
      beside={
        <CsvFileLink
          operation="listOrganizationMembers"
          query={{ organization_id: organization.id }}
          list="members"
        />
      }
    >
      <QueryView query={members}>
        {({ items }) => (
          <DataTable
            label="Members"
            columns={columns}
            rows={items}
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
      {Object.values(ROLES).map(({ label, can }) => (
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

/** Operations that a change of a member outdates. */
const OUTDATED = ['listOrganizationMembers', 'listOrganizations', 'listOrganizationAuditEntries'] as const;

/** Owners are changed by owners only. */
function useMayChange({ member, organization }: OfMember): boolean {
  const mayChange = useMay()(organization.role, 'updateOrganizationMember');
  return mayChange && (member.role !== 'owner' || organization.role === 'owner');
}

function RoleOf(props: OfMember) {
  const { member, organization } = props;
  const mayChange = useMayChange(props);
  const change = useAction(
    'updateOrganizationMember',
    (role: Role) => ({ organization_id: organization.id, account_id: member.account_id, body: { role } }),
    OUTDATED,
    { success: (_answer, role) => `${member.name} is now ${nameOfRole(role)}.` },
  );
  if (!mayChange) return <>{nameOfRole(member.role)}</>;
  return (
    <>
      <Select
        aria-label={`Role of ${member.name}`}
        data={rolesGivenBy(organization)}
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
    'removeOrganizationMember',
    () => ({ organization_id: organization.id, account_id: member.account_id }),
    OUTDATED,
    { success: isSelf ? `You have left ${organization.name}.` : `${member.name} has no access any more.` },
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
