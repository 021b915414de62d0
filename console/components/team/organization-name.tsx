import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { act } from '../../api.ts';
import type { Organization } from '../../api-types.ts';
import { saySaved } from '../../saved.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { Section } from '../panel.tsx';
import { TextField } from '../text-field.tsx';
import { InlineForm } from '../wire-form.tsx';

type Answer = { organization: Organization };

export function RenameOrganization({ organization }: { organization: Organization }) {
  return (
    <NameForm
      title="Name"
      lead="Shown to members, in invitations and in transfers."
      initial={organization.name}
      button="Rename"
      send={(name) => act<Answer>('PUT', `/organizations/${organization.id}`, { name })}
      onDone={() => saySaved('Renamed.')}
    />
  );
}

/** Creates another organization, such as one for each client of an agency. */
export function NewOrganization({ onMade }: { onMade: (organization: Organization) => void }) {
  return (
    <NameForm
      title="Another organization"
      lead="Its stores and members are separate from your other organizations. You will be its owner."
      initial=""
      button="Create organization"
      send={(name) => act<Answer>('POST', '/organizations', { name })}
      onDone={onMade}
    />
  );
}

interface NameFormProps {
  title: string;
  lead: ReactNode;
  initial: string;
  button: string;
  send: (name: string) => Promise<Answer>;
  onDone: (organization: Organization) => void;
}

function NameForm({ title, lead, initial, button, send, onDone }: NameFormProps) {
  const client = useQueryClient();
  const wire = useWireForm({
    initial: { name: initial },
    validate: { name: required('a name') },
    send: ({ name }) => send(name),
    onDone: async ({ organization }, { reset }) => {
      await client.invalidateQueries({ queryKey: ['organizations'] });
      if (initial === '') reset();
      onDone(organization);
    },
  });
  return (
    <Section title={title} lead={lead}>
      <InlineForm wire={wire} failure="The name was not saved" button={button} variant="default">
        <TextField form={wire.form} name="name" label="Name of the organization" miw={240} />
      </InlineForm>
    </Section>
  );
}
