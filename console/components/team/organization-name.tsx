import type { ReactNode } from 'react';
import type { InputOf } from '../../../client/index.ts';
import { saySaved } from '../../saved.ts';
import type { Organization } from '../../session.ts';
import { useReread } from '../../use-action.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { Section } from '../panel.tsx';
import { TextField } from '../text-field.tsx';
import { InlineForm } from '../wire-form.tsx';

export function RenameOrganization({ organization }: { organization: Organization }) {
  return (
    <NameForm
      title="Name"
      lead="Shown to members, in invitations and in transfers."
      initial={organization.name}
      button="Rename"
      operation="updateOrganization"
      inputOf={(body) => ({ organization_id: organization.id, body })}
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
      operation="createOrganization"
      inputOf={(body) => ({ body })}
      onDone={onMade}
    />
  );
}

type Naming = 'createOrganization' | 'updateOrganization';

interface NameFormProps<Name extends Naming> {
  title: string;
  lead: ReactNode;
  initial: string;
  button: string;
  operation: Name;
  inputOf: (body: { name: string }) => InputOf<Name>;
  onDone: (organization: Organization) => void;
}

function NameForm<Name extends Naming>(props: NameFormProps<Name>) {
  const { title, lead, initial, button, operation, inputOf, onDone } = props;
  const reread = useReread(['listOrganizations']);
  const wire = useWireForm(operation, {
    initial: { name: initial },
    validate: { name: required('a name') },
    inputOf,
    onDone: async ({ organization }, { reset }) => {
      await reread();
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
