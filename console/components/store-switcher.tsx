import { Button, Combobox, Group, Text, useCombobox } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Store } from '../../client/index.ts';
import { isFleetMatch, isInNeedOfAttention } from '../../src/commerce/store/fleet-filter.ts';
import { useConnectable } from '../permissions.ts';
import { StatusDot } from './store-status.tsx';
import { byUrgency } from './stores/attention.ts';
import { sharesName } from './stores/shares-name.ts';
import { TestBadge } from './test-badge.tsx';

interface StoreSwitcherProps {
  stores: readonly Store[];
  current: string | undefined;
}

/** Option that adds a store; no slug begins with a slash. */
const ADD = '/connect';
/** Number of stores above which they are searched rather than read. */
const MANY = 7;

/** Goes to the same page of another store. */
export function StoreSwitcher({ stores, current }: StoreSwitcherProps) {
  const [location, navigate] = useLocation();
  const [words, setWords] = useState('');
  const canConnect = useConnectable().length > 0;
  const isLong = stores.length > MANY;
  const combobox = useCombobox({
    onDropdownOpen: () => isLong && combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setWords('');
    },
  });
  const store = stores.find(({ slug }) => slug === current);
  const page = location.split('/')[3];
  const goTo = (option: string) => {
    combobox.closeDropdown();
    if (option === ADD) navigate(ADD);
    else navigate(`/stores/${option}${current && page ? `/${page}` : ''}`);
  };
  const matching = byUrgency(stores.filter((each) => isFleetMatch(each, { q: words })));
  return (
    <Combobox store={combobox} width={300} position="bottom-start" withinPortal={false} onOptionSubmit={goTo}>
      <Combobox.Target targetType="button">
        <Button
          variant="default"
          fullWidth
          justify="space-between"
          rightSection={<IconSelector size={16} aria-hidden />}
          aria-label={store ? `Store: ${store.name}. Choose another` : 'Choose a store'}
          onClick={() => combobox.toggleDropdown()}
        >
          <Text truncate size="sm" fw={600}>
            {store?.name ?? 'Choose a store'}
          </Text>
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {isLong && (
          <Combobox.Search
            aria-label="Search stores"
            placeholder="Name, slug or domain"
            value={words}
            onChange={({ currentTarget }) => {
              setWords(currentTarget.value);
              combobox.updateSelectedOptionIndex();
            }}
          />
        )}
        <Combobox.Options aria-label="Stores" mah={360} style={{ overflowY: 'auto' }}>
          {matching.map((each) => (
            <StoreOption
              key={each.slug}
              store={each}
              isCurrent={each.slug === current}
              isAmbiguous={sharesName(each, stores)}
            />
          ))}
          {matching.length === 0 && <Combobox.Empty>No store is called so</Combobox.Empty>}
          {canConnect && (
            <Combobox.Option value={ADD}>
              <Group gap="xs" wrap="nowrap">
                <IconPlus size={14} aria-hidden />
                <Text size="sm">Add a store</Text>
              </Group>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface StoreOptionProps {
  store: Store;
  isCurrent: boolean;
  /** True beside a store of the same name: the slug distinguishes them. */
  isAmbiguous: boolean;
}

function StoreOption({ store, isCurrent, isAmbiguous }: StoreOptionProps) {
  const { slug, name, test_mode } = store;
  return (
    <Combobox.Option value={slug} active={isCurrent}>
      <Group gap="xs" wrap="nowrap">
        {isInNeedOfAttention(store) && <StatusDot store={store} />}
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text size="sm" truncate>
            {name}
          </Text>
          {isAmbiguous && (
            <Text size="xs" c="dimmed" truncate>
              {slug}
            </Text>
          )}
        </div>
        {test_mode && <TestBadge />}
        {isCurrent && <IconCheck size={14} aria-label="Current" />}
      </Group>
    </Combobox.Option>
  );
}
