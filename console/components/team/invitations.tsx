import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act, read } from '../../api.ts';
import type { Invitation, NewInvitation, Organization } from '../../api-types.ts';
import { saySaved } from '../../saved.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { CsvFileLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { QueryView } from '../query-view.tsx';
import { Section } from '../panel.tsx';
import { nameOfRole, rolesGivenBy } from './roles.ts';

/** Invites persons, and lists those who have not accepted yet. */
export function Invitations({ organization }: { organization: Organization }) {
  const open = useQuery({
    queryKey: ['invitations', organization.id],
    queryFn: async () =>
      (await read<{ items: Invitation[] }>(`/organizations/${organization.id}/invitations`)).items,
  });
  const columns: readonly Column<Invitation>[] = [
    { key: 'email', title: 'E-mail', render: ({ email }) => <span className="break">{email}</span> },
    { key: 'role', title: 'Role', render: ({ role }) => nameOfRole(role) },
    { key: 'invited_by', title: 'Invited by', render: ({ invited_by: by }) => by },
    { key: 'expires_at', title: 'Expires', render: ({ expires_at: at }) => <Instant at={at} /> },
    {
      key: 'withdraw',
      title: 'Withdraw',
      isAction: true,
      render: (invitation) => <Withdraw invitation={invitation} organization={organization} />,
    },
  ];
  return (
    <Section
      title="Invitations"
      lead="An invitation is a link that works once, for seven days."
      beside={<CsvFileLink path={`/organizations/${organization.id}/invitations`} list="open invitations" />}
    >
      <Invite organization={organization} />
      <QueryView query={open}>
        {(rows) => (
          <DataTable
            label="Open invitations"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={
              <Text size="sm" c="dimmed">
                No invitation is open.
              </Text>
            }
          />
        )}
      </QueryView>
    </Section>
  );
}

/** Returns a function that reads the open invitations and the log again. */
function useReload({ id }: Organization): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['invitations', 'organization-audit'].map((name) => client.invalidateQueries({ queryKey: [name, id] })),
    );
}

function Invite({ organization }: { organization: Organization }) {
  const reload = useReload(organization);
  const [made, setMade] = useState<NewInvitation>();
  const { form, submit, busy, error } = useWireForm({
    initial: { email: '', role: 'analyst' },
    validate: { email: required('the person’s e-mail address') },
    send: (values) => act<NewInvitation>('POST', `/organizations/${organization.id}/invitations`, values),
    onDone: async (invitation, { reset }) => {
      setMade(invitation);
      reset();
      await reload();
    },
  });
  return (
    <Stack>
      {made && (
        <ShownOnce
          what="link"
          title={
            made.mailed
              ? `We have mailed this link to ${made.invitation.email}`
              : `Send this link to ${made.invitation.email}. It is shown only once`
          }
          secret={made.link}
          onClose={() => setMade(undefined)}
        >
          Anyone who has it can join as {nameOfRole(made.invitation.role)} with that address.
        </ShownOnce>
      )}
      <form onSubmit={submit} noValidate>
        <div className="inline-form">
          <TextInput
            label="E-mail"
            type="email"
            placeholder="ben@agency.example"
            autoComplete="off"
            miw={240}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <Select
            label="Role"
            data={rolesGivenBy(organization).map(({ value, label }) => ({ value, label }))}
            allowDeselect={false}
            key={form.key('role')}
            {...form.getInputProps('role')}
          />
          <Button type="submit" loading={busy}>
            Invite person
          </Button>
        </div>
      </form>
      <ErrorNotice error={error} title="The invitation was not created" />
    </Stack>
  );
}

function Withdraw({ invitation, organization }: { invitation: Invitation; organization: Organization }) {
  const reload = useReload(organization);
  const withdraw = useMutation({
    mutationFn: () => act('DELETE', `/organizations/${organization.id}/invitations/${invitation.id}`),
    onSuccess: async () => {
      await reload();
      saySaved('Invitation withdrawn.');
    },
  });
  return (
    <ConfirmButton
      title={`Withdraw the invitation of ${invitation.email}?`}
      text="Its link is not valid any more."
      confirm="Withdraw invitation"
      busy={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutateAsync()}
      button={(open) => (
        <Button
          size="compact-sm"
          variant="default"
          onClick={open}
          aria-label={`Withdraw the invitation of ${invitation.email}`}
        >
          Withdraw
        </Button>
      )}
    />
  );
}
