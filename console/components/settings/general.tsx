import { Select, Stack, TextInput } from '@mantine/core';
import { act } from '../../api.ts';
import { saySaved } from '../../saved.ts';
import { useInstallation } from '../../session.ts';
import { storePath, useStore } from '../../store-context.ts';
import { useStoreChanged } from '../../use-store-changed.ts';
import { useWireForm } from '../../use-wire-form.ts';
import { ErrorNotice } from '../notice.tsx';
import { LeaveGuard, SaveBar } from '../save-bar.tsx';
import { Section } from '../section.tsx';

const KEPT = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '0', label: 'Forever' },
];

/** Display name and retention. */
export function General() {
  const store = useStore();
  const changed = useStoreChanged();
  const days = store.retention_days === null ? '' : String(store.retention_days);
  const { form, submit, busy, dirty, error } = useWireForm({
    initial: { name: store.name, retention_days: days },
    send: ({ name, retention_days }) =>
      act('PUT', storePath(store.slug), {
        name: name.trim() === '' ? null : name,
        retention_days: retention_days === '' ? null : Number(retention_days),
      }),
    onDone: async () => {
      await changed();
      saySaved('Saved.');
    },
  });
  const { retention_days: byDefault } = useInstallation().data ?? {};
  const choices = [{ value: '', label: defaultLabel(byDefault) }, ...KEPT];
  const known = choices.some(({ value }) => value === days);
  return (
    <Section title="General">
      <form onSubmit={submit} noValidate>
        <Stack maw={480}>
          <ErrorNotice error={error} title="Your changes were not saved" />
          <TextInput
            label="Name"
            description="Shown to agents and in this console. Leave empty to use the platform's name. The store's URL does not change."
            placeholder={store.platform_name}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Select
            label="Keep sessions and carts"
            description="Sessions and carts without an order are deleted this long after they end. Orders are kept."
            data={known ? choices : [...choices, { value: days, label: `${days} days` }]}
            allowDeselect={false}
            key={form.key('retention_days')}
            {...form.getInputProps('retention_days')}
          />
          <LeaveGuard dirty={dirty} />
          {dirty && <SaveBar busy={busy} onDiscard={form.reset} />}
        </Stack>
      </form>
    </Section>
  );
}

function defaultLabel(days: number | undefined): string {
  if (days === undefined) return 'Installation default';
  return `Installation default (${days === 0 ? 'forever' : `${days} days`})`;
}
