import { Button, Group, Menu, Text } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { Store } from '../../client/index.ts';
import { useConnectable } from '../permissions.ts';
import { TestBadge } from './test-badge.tsx';

interface StoreSwitcherProps {
  stores: readonly Store[];
  current: string | undefined;
}

/** Goes to the same page of another store. */
export function StoreSwitcher({ stores, current }: StoreSwitcherProps) {
  const [location, navigate] = useLocation();
  const canConnect = useConnectable().length > 0;
  const store = stores.find(({ slug }) => slug === current);
  const page = location.split('/')[3];
  const goTo = (slug: string) => navigate(`/stores/${slug}${current && page ? `/${page}` : ''}`);
  return (
    <Menu width={300} position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          fullWidth
          justify="space-between"
          rightSection={<IconSelector size={16} aria-hidden />}
          aria-label={store ? `Store: ${store.name}. Choose another` : 'Choose a store'}
        >
          <Text truncate size="sm" fw={600}>
            {store?.name ?? 'Choose a store'}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {stores.map(({ slug, name, test_mode }) => (
          <Menu.Item
            key={slug}
            onClick={() => goTo(slug)}
            rightSection={slug === current ? <IconCheck size={14} aria-label="Current" /> : null}
          >
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" truncate>
                {name}
              </Text>
              {test_mode && <TestBadge />}
            </Group>
          </Menu.Item>
        ))}
        {canConnect && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPlus size={14} aria-hidden />} onClick={() => navigate('/connect')}>
              Add a store
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
