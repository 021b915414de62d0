import { Group } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Organization } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { Section } from '../panel.tsx';

/** Deletes an organization without stores. */
export function DeleteOrganization({ organization: { id, name } }: { organization: Organization }) {
  const [, navigate] = useLocation();
  const remove = useAction(
    'deleteOrganization',
    () => ({ organization_id: id, body: { confirm: name } }),
    ['listOrganizations'],
    { onDone: () => navigate('/team'), success: `${name} is deleted.` },
  );
  return (
    <Section
      title="Delete organization"
      lead="Its members lose access, and its open invitations end. Transfer or delete its stores first."
    >
      <Group>
        <ConfirmButton
          title={`Delete ${name}?`}
          text="The organization is permanently deleted, with its memberships and invitations."
          confirm="Delete organization"
          typed={name}
          action={remove}
          label="Delete organization"
        />
      </Group>
    </Section>
  );
}
