import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { act } from '../../api.ts';
import { saySaved } from '../../saved.ts';
import { storePath, useStore } from '../../store-context.ts';
import { useStoreChanged } from '../../use-store-changed.ts';
import { useWireForm } from '../../use-wire-form.ts';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../section.tsx';

const KEPT = [
  { value: '', label: 'As the service is set up' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '0', label: 'For ever' },
];

/** Name, and how long things are kept. */
export function General() {
  const store = useStore();
  const changed = useStoreChanged();
  const days = store.retention_days === null ? '' : String(store.retention_days);
  const { form, submit, busy, error } = useWireForm({
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
  const known = KEPT.some(({ value }) => value === days);
  return (
    <Section title="General">
      <form onSubmit={submit} noValidate>
        <Stack maw={480}>
          <ErrorNotice error={error} title="Nothing was saved" />
          <TextInput
            label="Name"
            description="What agents and you see. Empty: what the platform calls it. The address of the store never changes."
            placeholder={store.platform_name}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Select
            label="Keep sessions and carts"
            description="Those without an order are deleted so long after their end. Orders are kept."
            data={known ? KEPT : [...KEPT, { value: days, label: `${days} days` }]}
            allowDeselect={false}
            key={form.key('retention_days')}
            {...form.getInputProps('retention_days')}
          />
          <Group>
            <Button type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
