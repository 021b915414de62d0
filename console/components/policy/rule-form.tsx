import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { timeZoneName } from '../../../src/commerce/days.ts';
import type { PolicyPreview, PolicyRule } from '../../api-types.ts';
import { act } from '../../api.ts';
import { storePath, useStore } from '../../store-context.ts';
import { useWireForm } from '../../use-wire-form.ts';
import { ErrorNotice } from '../notice.tsx';
import { Panel } from '../panel.tsx';
import { TextField } from '../text-field.tsx';
import { NO_RULE, type NewRule, toRule } from './new-rule.ts';

const KINDS = [
  { value: 'block', label: 'Block agents' },
  { value: 'limit', label: 'Limit calls a minute' },
  { value: 'allow', label: 'Exempt agents from blocks and limits' },
  { value: 'hide', label: 'Hide products or categories' },
  { value: 'cap', label: 'Cap quantity or value' },
  { value: 'hours', label: 'Set hours for orders' },
  { value: 'deliver', label: 'Set countries of delivery' },
];

/** Label and hint of the value of each kind that has one. */
const VALUES: Record<string, { label: string; description: string }> = {
  limit: { label: 'Calls a minute', description: 'Of one agent, over all its addresses.' },
  hide: {
    label: 'Categories and products',
    description: 'Names, paths such as Home > Kitchen, or ids gid://…, with commas between.',
  },
  cap: { label: 'Pieces of one item', description: 'Leave empty for no limit.' },
  hours: { label: 'Days', description: 'mon, tue, wed, thu, fri, sat, sun' },
  deliver: { label: 'Countries', description: 'Two-letter codes with commas between, for example DE, AT.' },
};

interface RuleFormProps {
  rules: readonly PolicyRule[];
  currency: string;
  timeZone: string;
  onAdd: (rules: PolicyRule[]) => void;
}

/** Adds a rule in the shadow, once the service has found nothing wrong with it. */
export function RuleForm({ rules, currency, timeZone, onAdd }: RuleFormProps) {
  const { slug } = useStore();
  const { form, submit, busy, error } = useWireForm<NewRule, PolicyRule[]>({
    initial: NO_RULE,
    async send(values) {
      const wanted = [...rules, toRule(values, rules, currency) as PolicyRule];
      await act<PolicyPreview>('POST', storePath(slug, '/policy/preview'), { rules: wanted });
      return wanted;
    },
    onDone(wanted, done) {
      onAdd(wanted);
      done.setValues({ ...NO_RULE, kind: done.getValues().kind });
    },
  });
  const { kind } = form.values;
  const value = VALUES[kind];
  return (
    <Panel title="Add a rule">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <ErrorNotice error={error} title="The rule was not added" />
          <NativeSelect label="Kind" data={KINDS} {...form.getInputProps('kind')} />
          <TextField
            form={form}
            name="agents"
            label="Agents"
            description="Names, or URLs of UCP profiles, with commas between. Leave empty for all agents."
          />
          {value && <TextField form={form} name="value" {...value} />}
          {kind === 'cap' && <TextField form={form} name="amount" label={`Highest subtotal (${currency})`} />}
          {kind === 'hours' && (
            <Group grow>
              <TextField form={form} name="from" label={`From (${timeZoneName(timeZone)})`} />
              <TextField form={form} name="to" label="To" />
            </Group>
          )}
          <Text size="sm" c="dimmed">
            New rules start in the shadow: they refuse nothing until you turn them on.
          </Text>
          <Group>
            <Button type="submit" variant="default" loading={busy}>
              Add rule
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
