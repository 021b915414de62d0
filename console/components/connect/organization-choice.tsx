import { Select, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useConnectable } from '../../permissions.ts';
import { LimitLine } from '../limit-line.tsx';

/** Organizations in which the account may connect stores, and the one that was chosen last. */
function useChoice() {
  const [choice, choose] = useLocalStorage<string>({ key: 'ucp-host.organization', defaultValue: '' });
  const all = useConnectable();
  return { all, choose, current: all.find(({ id }) => id === choice) ?? all[0] };
}

/** Member of a request that connects a store; empty for an account with one organization, whose it becomes. */
export function useStoreOrganization(): { organization?: string } {
  const { all, current } = useChoice();
  return all.length > 1 && current ? { organization: current.id } : {};
}

/** Shows how many stores the organization may have, and the choice of it for accounts with several. */
export function OrganizationChoice() {
  const { current } = useChoice();
  return (
    <Stack gap="sm" mb="lg">
      <Choice />
      <LimitLine organizationId={current?.id} name="stores" />
    </Stack>
  );
}

function Choice() {
  const { all, current, choose } = useChoice();
  if (all.length < 2 || !current) return null;
  return (
    <Select
      label="Organization that gets the store"
      data={all.map(({ id: value, name: label }) => ({ value, label }))}
      value={current.id}
      allowDeselect={false}
      maw={360}
      onChange={(id) => id && choose(id)}
    />
  );
}
