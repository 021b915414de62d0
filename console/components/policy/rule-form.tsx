import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { timeZoneName } from '../../../src/commerce/time/days.ts';
import { choicesOf } from '../../choices.ts';
import { useStore } from '../../store-context.ts';
import { useWireForm } from '../../use-wire-form.ts';
import { Help } from '../help.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Panel } from '../panel.tsx';
import { TextField } from '../text-field.tsx';
import { formOf, minorUnits, type NewRule, NO_RULE, toRule } from './new-rule.ts';
import { AgentsField, CountriesField, DaysField, HiddenField, TimeField } from './rule-fields.tsx';
import type { PolicyRule } from './rule-text.ts';

const KINDS: Record<PolicyRule['kind'], string> = {
  block: 'Block agents',
  limit: 'Limit calls a minute',
  allow: 'Exempt agents from blocks and limits',
  hide: 'Hide products or categories',
  cap: 'Cap quantity or value',
  hours: 'Set hours for orders',
  deliver: 'Set countries of delivery',
};

/** Label and hint of the number of each kind that has one. */
const VALUES: Partial<Record<PolicyRule['kind'], { label: string; description: string }>> = {
  limit: { label: 'Calls a minute', description: 'Of one agent, over all its addresses.' },
  cap: { label: 'Pieces of one item', description: 'Leave empty for no limit.' },
};

interface RuleFormProps {
  rules: readonly PolicyRule[];
  currency: string;
  timeZone: string;
  /** Rule that is edited in place; none for a new one. */
  edited?: PolicyRule | undefined;
  onDone: (rules: PolicyRule[]) => void;
  onCancel: () => void;
}

/** Edits a rule, or adds one in the shadow, once the service has found nothing wrong with it. */
export function RuleForm({ rules, currency, timeZone, edited, onDone, onCancel }: RuleFormProps) {
  const { slug } = useStore();
  const place = edited ? rules.indexOf(edited) : rules.length;
  const draftOf = (values: NewRule) => {
    const rule = toRule(values, { rules, edited }, currency) as PolicyRule;
    return edited ? rules.with(place, rule) : [...rules, rule];
  };
  const { form, submit, busy, error } = useWireForm('previewStorePolicy', {
    initial: (edited && formOf(edited)) ?? NO_RULE,
    validate: {
      value(value, { kind, amount }) {
        if (value.trim() !== '') return null;
        if (kind === 'hide') return 'Enter a category or a product';
        if (kind === 'hours') return 'Choose a day';
        if (kind === 'deliver') return 'Choose a country';
        return kind === 'cap' && amount.trim() === '' ? 'Enter a quantity or a subtotal' : null;
      },
      amount: (amount, { kind }) =>
        kind === 'cap' && amount.trim() !== '' && minorUnits(amount, currency) === 0
          ? 'Enter an amount such as 1250'
          : null,
    },
    inputOf: (values) => ({ slug, body: { rules: draftOf(values) } }),
    onDone(_preview, { setValues }, values) {
      onDone(draftOf(values));
      setValues({ ...NO_RULE, kind: values.kind });
    },
    fieldOf(path) {
      const prefix = `rules.${place}.`;
      return path.startsWith(prefix) ? fieldOf(path.slice(prefix.length)) : path;
    },
  });
  return (
    <Panel
      title={edited ? `Edit ${edited.id}` : 'Add a rule'}
      help={
        !edited && (
          <Help about="new rules">
            New rules start in shadow mode: they refuse nothing until you turn them on.
          </Help>
        )
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <ErrorNotice error={error} title={edited ? 'The rule was not changed' : 'The rule was not added'} />
          <NativeSelect
            label="Kind"
            data={choicesOf(KINDS)}
            disabled={edited !== undefined}
            {...form.getInputProps('kind')}
            onChange={({ currentTarget }) => {
              const kind = currentTarget.value as PolicyRule['kind'];
              form.setValues({ ...NO_RULE, kind, agents: form.values.agents });
              form.clearErrors();
            }}
          />
          <AgentsField form={form} />
          <ValueFields form={form} currency={currency} timeZone={timeZone} />
          <Group>
            <Button type="submit" variant="default" loading={busy}>
              {edited ? 'Change rule' : 'Add rule'}
            </Button>
            {edited && (
              <Button variant="subtle" onClick={onCancel}>
                Cancel
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

interface ValueFieldsProps extends Pick<RuleFormProps, 'currency' | 'timeZone'> {
  form: UseFormReturnType<NewRule>;
}

/** Fields of the rule's kind. */
function ValueFields({ form, currency, timeZone }: ValueFieldsProps) {
  const { kind } = form.values;
  const value = VALUES[kind];
  return (
    <>
      {kind === 'hide' && <HiddenField form={form} />}
      {kind === 'hours' && <DaysField form={form} />}
      {kind === 'deliver' && <CountriesField form={form} />}
      {value && <TextField form={form} name="value" {...value} />}
      {kind === 'cap' && <TextField form={form} name="amount" label={`Highest subtotal (${currency})`} />}
      {kind === 'hours' && (
        <Group grow align="flex-start">
          <TimeField form={form} name="from" label={`From (${timeZoneName(timeZone)})`} />
          <TimeField form={form} name="to" label="To" />
        </Group>
      )}
    </>
  );
}

/** Names the form's field of a member of the new rule. */
function fieldOf(member: string): string {
  if (member.startsWith('agents')) return 'agents';
  if (member.startsWith('value')) return 'amount';
  if (member === 'open.0.from') return 'from';
  return member === 'open.0.to' ? 'to' : 'value';
}
