import { Stack, Switch } from '@mantine/core';
import type { Store, UpdateStoreRequest } from '../../../client/index.ts';
import { useStore } from '../../store-context.ts';
import { useStoreAction } from '../../use-action.ts';
import { Guarded } from '../guarded.tsx';
import { ErrorNotice } from '../notice.tsx';

/** Settings of a store that are on or off. */
type Setting = {
  [Name in keyof UpdateStoreRequest & keyof Store]: Store[Name] extends boolean ? Name : never;
}[keyof UpdateStoreRequest & keyof Store];

interface StoreSwitchProps {
  setting: Setting;
  label: string;
  description: string;
}

/** Switch of a setting of the page's store. */
export function StoreSwitch({ setting, label, description }: StoreSwitchProps) {
  const { [setting]: isOn } = useStore();
  const change = useStoreAction('updateStore', (on: boolean) => ({ body: { [setting]: on } }));
  return (
    <Guarded operation="updateStore">
      <Stack gap="xs">
        <Switch
          label={label}
          description={description}
          checked={isOn}
          onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
          aria-busy={change.isPending}
        />
        <ErrorNotice error={change.error} title="The setting was not changed" />
      </Stack>
    </Guarded>
  );
}
