import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  CreateOrganizationInvitationRequest,
  CreateOrganizationInvitationResponse,
  ItemOf,
} from '../../../client/index.ts';
import { queryOf } from '../../api.ts';
import { type Organization, useInstallation } from '../../session.ts';
import { useAction, useReread } from '../../use-action.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { ChoiceField } from '../choice-field.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { CsvFileLink } from '../csv-link.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { Instant } from '../instant.tsx';
import { LimitLine } from '../limit-line.tsx';
import { Section } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { TextField } from '../text-field.tsx';
import { InlineForm } from '../wire-form.tsx';
import { nameOfRole, rolesGivenBy } from './roles.ts';

type Invitation = ItemOf<'listOrganizationInvitations'>;

/** Invites persons, and lists those who have not accepted yet. */
export function Invitations({ organization }: { organization: Organization }) {
  const sendsMail = useInstallation().data?.mail ?? false;
  const open = useOpenInvitations(organization);
  const columns: readonly Column<Invitation>[] = [
    { key: 'email', title: 'E-mail', render: ({ email }) => <span className="break">{email}</span> },
    { key: 'role', title: 'Role', render: ({ role }) => nameOfRole(role) },
    { key: 'invited_by', title: 'Invited by', render: ({ invited_by: by }) => by },
    ...(sendsMail ? [MAIL] : []),
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
      beside={
        <CsvFileLink
          operation="listOrganizationInvitations"
          query={{ organization_id: organization.id }}
          list="open invitations"
          rows={open.data?.items.length ?? 0}
        />
      }
    >
      <LimitLine organizationId={organization.id} name="invitations" />
      <LimitLine organizationId={organization.id} name="members" />
      <Invite organization={organization} />
      <QueryView query={open}>
        {({ items }) => (
          <DataTable
            label="Open invitations"
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            empty="No invitation is open."
          />
        )}
      </QueryView>
    </Section>
  );
}

/** Read again while a mail of one waits. */
export function useOpenInvitations(organization: Organization, enabled = true) {
  return useQuery({
    enabled,
    ...queryOf('listOrganizationInvitations', { organization_id: organization.id }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ mail }) => mail === 'queued') ? QUEUE_INTERVAL_MS : false,
  });
}

const QUEUE_INTERVAL_MS = 3_000;

const MAIL: Column<Invitation> = {
  key: 'mail',
  title: 'Mail',
  render: ({ mail }) => (mail === null ? 'Not mailed' : MAIL_STATES[mail]),
};

type MailState = NonNullable<Invitation['mail']>;

const MAIL_STATES: Record<MailState, string> = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Refused by the mail server',
};

/** Operations that a change of an invitation outdates. */
const OUTDATED = [
  'listOrganizationInvitations',
  'listOrganizationLimits',
  'listOrganizationAuditEntries',
] as const;

const NOBODY: CreateOrganizationInvitationRequest = { email: '', role: 'analyst' };

function Invite({ organization }: { organization: Organization }) {
  const reread = useReread(OUTDATED);
  const [answer, setAnswer] = useState<CreateOrganizationInvitationResponse>();
  const wire = useWireForm('createOrganizationInvitation', {
    initial: NOBODY,
    validate: { email: required('the person’s e-mail address') },
    inputOf: (body) => ({ organization_id: organization.id, body }),
    onDone: async (invitation, { reset }) => {
      setAnswer(invitation);
      reset();
      await reread();
    },
  });
  return (
    <Stack>
      {answer && <Invited answer={answer} organization={organization} onClose={() => setAnswer(undefined)} />}
      <InlineForm wire={wire} failure="The invitation was not created" button="Invite person">
        <TextField
          form={wire.form}
          name="email"
          label="E-mail"
          type="email"
          placeholder="ben@agency.example"
          miw={240}
        />
        <ChoiceField form={wire.form} name="role" label="Role" data={rolesGivenBy(organization)} />
      </InlineForm>
    </Stack>
  );
}

interface InvitedProps {
  answer: CreateOrganizationInvitationResponse;
  organization: Organization;
  onClose: () => void;
}

/** Says what became of the mail of the invitation, or shows its link. */
function Invited({ answer, organization, onClose }: InvitedProps) {
  const sendsMail = useInstallation().data?.mail ?? false;
  const { id, email, role } = answer.invitation;
  const listed = useOpenInvitations(organization).data?.items.find((each) => each.id === id);
  const mail = listed?.mail ?? 'queued';
  if (answer.link === null)
    return (
      <Alert
        color={INVITED[mail].color}
        title={`${INVITED[mail].title} ${email}`}
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
      secret={answer.link}
      onClose={onClose}
    >
      {sendsMail
        ? `No more is mailed to ${email} today. The link works for a person who has an account of that address.`
        : `Anyone who has it can join as ${nameOfRole(role)} with that address.`}
    </ShownOnce>
  );
}

const INVITED: Record<MailState, { color: string; title: string }> = {
  queued: { color: 'blue', title: 'Invitation queued for' },
  sent: { color: 'green', title: 'Invitation mailed to' },
  failed: { color: 'red', title: 'The mail server refused the invitation to' },
};

function Withdraw({ invitation, organization }: { invitation: Invitation; organization: Organization }) {
  const withdraw = useAction(
    'withdrawOrganizationInvitation',
    () => ({ organization_id: organization.id, invitation_id: invitation.id }),
    OUTDATED,
    { success: 'Invitation withdrawn.' },
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
