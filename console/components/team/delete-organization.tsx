import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { act } from '../../api.ts';
import type { Organization } from '../../api-types.ts';
import { saySaved } from '../../saved.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { Section } from '../panel.tsx';

/** Deletes an organization without stores. */
export function DeleteOrganization({ organization: { id, name } }: { organization: Organization }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const remove = useMutation({
    mutationFn: () => act('DELETE', `/organizations/${id}`, { confirm: name }),
    onSuccess: async () => {
      navigate('/team');
      await client.invalidateQueries({ queryKey: ['organizations'] });
      saySaved(`${name} is deleted.`);
    },
  });
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
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutateAsync()}
          button={(open) => (
            <Button color="red" variant="light" onClick={open}>
              Delete organization
            </Button>
          )}
        />
      </Group>
    </Section>
  );
}
