import { Autocomplete, Chip, Group, Input, MultiSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { listCountries } from '../../../src/commerce/money/countries.ts';
import { useStoreQuery } from '../../store-context.ts';
import { isUnnamed } from '../activity/agent-mark.tsx';
import { CategoriesField, EntriesField, entriesProps } from '../entries-field.tsx';
import type { NewRule } from './new-rule.ts';
import { countryName, DAYS } from './rule-text.ts';
import { TIMES, toTime } from './time-field.ts';

type Form = UseFormReturnType<NewRule>;

/** Agents that have called, to choose from; others by their name or by the URL of their profile. */
export function AgentsField({ form }: { form: Form }) {
  const { data } = useStoreQuery('listStoreAgents', {});
  const agents = (data?.items ?? []).map(({ agent }) => agent);
  const agentsByName = agents.filter((agent) => !isUnnamed(agent));
  const unnamed = agents.filter(isUnnamed);
  return (
    <EntriesField
      form={form}
      name="agents"
      label="Agents"
      placeholder={form.values.agents === '' ? 'All agents' : ''}
      description="Choose those that have called, or type a name or the URL of a UCP profile."
      data={[
        ...(agentsByName.length > 0 ? [{ group: 'Have called', items: agentsByName }] : []),
        ...(unnamed.length > 0 ? [{ group: 'Unnamed programs', items: unnamed }] : []),
      ]}
    />
  );
}

/** Categories; products by their ids. */
export function HiddenField({ form }: { form: Form }) {
  return (
    <CategoriesField
      form={form}
      name="value"
      label="Categories and products"
      description="Choose categories, or type a name, a path such as Home > Kitchen, or an id gid://…"
    />
  );
}

const COUNTRIES = listCountries()
  .map((code) => ({ value: code, label: countryName(code) }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

export function CountriesField({ form }: { form: Form }) {
  return (
    <MultiSelect
      label="Countries"
      placeholder={form.values.value === '' ? 'Search countries' : ''}
      data={COUNTRIES}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear countries' }}
      nothingFoundMessage="No country has this name"
      {...entriesProps(form, 'value')}
    />
  );
}

export function DaysField({ form }: { form: Form }) {
  const { value, onChange, error } = entriesProps(form, 'value');
  return (
    <Input.Wrapper label="Days" labelElement="div" error={error}>
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group gap={6} mt={4} role="group" aria-label="Days">
          {Object.entries(DAYS).map(([day, name]) => (
            <Chip key={day} value={day} size="xs" radius="md" aria-label={name}>
              {name.slice(0, 3)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

/** Takes a time as people write it, and shows it as HH:MM once the field is left. */
export function TimeField({ form, name, label }: { form: Form; name: 'from' | 'to'; label: string }) {
  const props = form.getInputProps(name);
  return (
    <Autocomplete
      label={label}
      data={[...TIMES]}
      placeholder="HH:MM"
      maxDropdownHeight={220}
      filter={({ options, search }) =>
        TIMES.includes(search)
          ? options
          : options.filter((option) => 'value' in option && option.value.includes(search))
      }
      {...props}
      onBlur={(event) => {
        props.onBlur?.(event);
        form.setFieldValue(name, toTime(form.values[name]));
      }}
    />
  );
}
