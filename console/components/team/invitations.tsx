import { Alert, Select, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../use-action.ts';
import { act, read } from '../../api.ts';
import type { Invitation, NewInvitation, Organization } from '../../api-types.ts';
import { useInstallation } from '../../session.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { CsvFileLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Instant } from '../instant.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { QueryView } from '../query-view.tsx';
import { Section } from '../panel.tsx';
import { nameOfRole, rolesGivenBy } from './roles.ts';
import { TextField } from '../text-field.tsx';
import { LimitLine } from '../limit-line.tsx';
import { InlineForm } from '../wire-form.tsx';

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
      <LimitLine organizationId={organization.id} name="invitations" />
      <LimitLine organizationId={organization.id} name="members" />
      <Invite organization={organization} />
      <QueryView query={open}>
        {(rows) => (
          <DataTable
            label="Open invitations"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty="No invitation is open."
          />
        )}
      </QueryView>
    </Section>
  );
}

/** Queries that a change of an invitation outdates. */
function keysOf({ id }: Organization) {
  return [
    ['invitations', id],
    ['organization-limits', id],
    ['organization-audit', id],
  ];
}

function Invite({ organization }: { organization: Organization }) {
  const client = useQueryClient();
  const [made, setMade] = useState<NewInvitation>();
  const wire = useWireForm({
    initial: { email: '', role: 'analyst' },
    validate: { email: required('the person’s e-mail address') },
    send: (values) => act<NewInvitation>('POST', `/organizations/${organization.id}/invitations`, values),
    onDone: async (invitation, { reset }) => {
      setMade(invitation);
      reset();
      await Promise.all(keysOf(organization).map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  return (
    <Stack>
      {made && <Invited made={made} onClose={() => setMade(undefined)} />}
      <InlineForm wire={wire} failure="The invitation was not created" button="Invite person">
        <TextField
          form={wire.form}
          name="email"
          label="E-mail"
          type="email"
          placeholder="ben@agency.example"
          miw={240}
        />
        <Select
          label="Role"
          data={rolesGivenBy(organization).map(({ value, label }) => ({ value, label }))}
          allowDeselect={false}
          key={wire.form.key('role')}
          {...wire.form.getInputProps('role')}
        />
      </InlineForm>
    </Stack>
  );
}

/** Says that the invitation was mailed, or shows its link. */
function Invited({ made, onClose }: { made: NewInvitation; onClose: () => void }) {
  const sendsMail = useInstallation().data?.mail ?? false;
  const { email, role } = made.invitation;
  if (made.link === null)
    return (
      <Alert
        color="green"
        title={`Invitation mailed to ${email}`}
        role="status"
        withCloseButton
        closeButtonLabel="Close"
        onClose={onClose}
      >
        Its link joins as {nameOfRole(role)}, within seven days.
      </Alert>
    );
  return (
    <ShownOnce
      what="link"
      title={`Send this link to ${email}. It is shown only once`}
      secret={made.link}
      onClose={onClose}
    >
      {sendsMail
        ? `No more is mailed to ${email} today. The link works for a person who has an account of that address.`
        : `Anyone who has it can join as ${nameOfRole(role)} with that address.`}
    </ShownOnce>
  );
}

function Withdraw({ invitation, organization }: { invitation: Invitation; organization: Organization }) {
  const withdraw = useAction(
    () => act('DELETE', `/organizations/${organization.id}/invitations/${invitation.id}`),
    keysOf(organization),
    { said: 'Invitation withdrawn.' },
  );
  return (
    <ConfirmButton
      title={`Withdraw the invitation of ${invitation.email}?`}
      text="Its link is not valid any more."
      confirm="Withdraw invitation"
      action={withdraw}
      label="Withdraw"
      name={`Withdraw the invitation of ${invitation.email}`}
      size="compact-sm"
    />
  );
}
