import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { TableState } from '../table-state.ts';

interface FilterProps {
  /** The filter's wire name. */
  name: string;
  label: string;
  state: TableState;
}

/** Words to look for; asked for when the typing pauses. */
export function SearchFilter({ name, label, state, placeholder }: FilterProps & { placeholder?: string }) {
  const applied = state.filters[name] ?? '';
  const [typed, setTyped] = useState(applied);
  const apply = useDebouncedCallback((value: string) => state.set({ [name]: value }), 300);
  useEffect(() => {
    // Another control has cleared the filters.
    if (applied === '') setTyped('');
  }, [applied]);
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder ?? ''}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        apply(value);
      }}
    />
  );
}

interface SelectFilterProps extends FilterProps {
  options: readonly { value: string; label: string }[];
  /** Placeholder such as "All agents". */
  all: string;
}

export function SelectFilter({ name, label, state, options, all }: SelectFilterProps) {
  return (
    <Select
      label={label}
      placeholder={all}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      data={[...options]}
      value={state.filters[name] || null}
      onChange={(value) => state.set({ [name]: value ?? undefined })}
    />
  );
}
