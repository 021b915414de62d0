import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Listing } from './use-listing.ts';

export interface Choice {
  name: string;
  label: string;
  options: { value: string; label: string }[];
}

interface Props {
  listing: Listing;
  choices: Choice[];
  /** What can be searched for; absent: no search. */
  search?: string;
}

export function ListingFilters({ listing, choices, search }: Props) {
  return (
    <Group gap="sm" align="flex-end" role="search">
      {search !== undefined && <Search label={search} listing={listing} />}
      {choices.map((choice) => (
        <Select
          key={choice.name}
          label={choice.label}
          placeholder="All"
          data={withPresent(choice, listing.value(choice.name))}
          value={listing.value(choice.name) || null}
          onChange={(value) => listing.filter({ [choice.name]: value ?? '' })}
          clearable
          w={180}
          comboboxProps={{ withinPortal: true }}
        />
      ))}
      {listing.filtered && (
        <Button variant="subtle" leftSection={<IconX size={16} />} onClick={listing.clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

/** A value that came with a shared link stays visible, even where it is no choice of today. */
function withPresent({ options }: Choice, value: string) {
  const known = value === '' || options.some((option) => option.value === value);
  return known ? options : [...options, { value, label: value }];
}

function Search({ label, listing }: { label: string; listing: Listing }) {
  const asked = listing.value('q');
  const [typed, setTyped] = useState(asked);
  useEffect(() => setTyped(asked), [asked]);
  const apply = useDebouncedCallback((q: string) => listing.filter({ q: q.trim() }), 300);
  return (
    <TextInput
      type="search"
      label="Search"
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
      w={{ base: '100%', xs: 240 }}
    />
  );
}
