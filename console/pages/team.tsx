import { Select, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import type { InputOf } from '../../client/index.ts';
import { queryOf } from '../api.ts';
import { AllRead } from '../components/all-read.tsx';
import { AUDIT_COLUMNS, NoChanges } from '../components/audit-table.tsx';
import { CsvFileLink } from '../components/csv-link.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { useLimits } from '../components/limit-line.tsx';
import { PageTable } from '../components/page-table.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Section } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { DeleteOrganization } from '../components/team/delete-organization.tsx';
import { Invitations, useOpenInvitations } from '../components/team/invitations.tsx';
import { Limits } from '../components/team/limits.tsx';
import { Members } from '../components/team/members.tsx';
import { NewOrganization, RenameOrganization } from '../components/team/organization-name.tsx';
import { nameOfRole } from '../components/team/roles.ts';
import { useMay } from '../permissions.ts';
import { type Organization, useInstallation, useOrganizations } from '../session.ts';
import { useTableState } from '../table-state.ts';

/** Members, invitations and log of one organization of the account. */
export function Team() {
  const organizations = useOrganizations();
  const isOpen = useInstallation().data?.sign_up === 'open';
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  return (
    <QueryView query={organizations}>
      {(all) => {
        const organization = all.find((each) => each.id === id) ?? all[0];
        const another = (isOpen || all.some(({ role }) => role === 'owner')) && (
          <NewOrganization onMade={({ id }) => navigate(`/team/${id}`)} />
        );
        return (
          <>
            <PageTitle
              guide="teams.md"
              lead={
                organization
                  ? `Members of ${organization.name} see and manage its stores. Your role: ${nameOfRole(organization.role)}.`
                  : undefined
              }
            >
              Team
            </PageTitle>
            <Stack maw={820}>
              {all.length > 1 && organization && (
                <Select
                  label="Organization"
                  data={all.map(({ id: value, name: label }) => ({ value, label }))}
                  value={organization.id}
                  allowDeselect={false}
                  maw={360}
                  onChange={(id) => id && navigate(`/team/${id}`)}
                />
              )}
              {organization ? (
                <OneOrganization key={organization.id} organization={organization}>
                  {another}
                </OneOrganization>
              ) : (
                <>
                  <EmptyState title="You belong to no organization">
                    Ask for an invitation, or create an organization of your own.
                  </EmptyState>
                  {another}
                </>
              )}
            </Stack>
          </>
        );
      }}
    </QueryView>
  );
}

function OneOrganization({ organization, children }: { organization: Organization; children: ReactNode }) {
  const may = useMay();
  const { id, role } = organization;
  const canInvite = may(role, 'createOrganizationInvitation');
  const members = useQuery(queryOf('listOrganizationMembers', { organization_id: id }));
  const invitations = useOpenInvitations(organization, canInvite);
  const log = useLog(id);
  return (
    <AllRead queries={[members, invitations, useLimits(id), log.entries]}>
      <Members organization={organization} />
      {canInvite && <Invitations organization={organization} />}
      <Limits organization={organization} />
      <Log {...log} />
      {may(role, 'updateOrganization') && <RenameOrganization organization={organization} />}
      {may(role, 'deleteOrganization') && <DeleteOrganization organization={organization} />}
      {children}
    </AllRead>
  );
}

function useLog(organizationId: string) {
  const state = useTableState([]);
  const input = { organization_id: organizationId, ...state.query };
  const entries = useQuery({
    ...queryOf('listOrganizationAuditEntries', input as InputOf<'listOrganizationAuditEntries'>),
    placeholderData: keepPreviousData,
  });
  return { state, input, entries };
}

function Log({ state, input, entries }: ReturnType<typeof useLog>) {
  return (
    <Section
      title="Audit log"
      lead="Changes of members and of ownership. Each store has a log of its own."
      beside={
        <CsvFileLink
          operation="listOrganizationAuditEntries"
          query={input}
          list="audit log"
          rows={entries.data?.total ?? 0}
        />
      }
    >
      <QueryView query={entries}>
        {(page) => (
          <PageTable label="Audit log" columns={AUDIT_COLUMNS} page={page} state={state}>
            <NoChanges>Invitations, roles and transfers are listed here.</NoChanges>
          </PageTable>
        )}
      </QueryView>
    </Section>
  );
}
