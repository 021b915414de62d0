import { Box, NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import {
  IconBuildingStore,
  IconChartBar,
  IconHistory,
  IconListDetails,
  IconMessageChatbot,
  IconPlugConnected,
  IconReceipt,
  IconRobot,
  IconSettings,
  IconShieldCheck,
  IconShoppingCart,
  IconTags,
  IconToggleRight,
  IconUserCircle,
  IconWebhook,
  IconWorldSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { Store } from '../../client/index.ts';
import { StoreSwitcher } from './store-switcher.tsx';

type Entry = [path: string, title: string, icon: TablerIcon, otherPath?: string];

const STORE_PAGES: [group: string, entries: Entry[]][] = [
  [
    'Sales',
    [
      ['', 'Overview', IconChartBar],
      ['/orders', 'Orders', IconReceipt],
      ['/sessions', 'Sessions', IconPlugConnected],
      ['/carts', 'Carts', IconShoppingCart],
      ['/products', 'Products', IconTags, '/search'],
    ],
  ],
  [
    'Agents',
    [
      ['/discovery', 'Discovery', IconWorldSearch],
      ['/connect-agent', 'Connect an agent', IconMessageChatbot],
      ['/capabilities', 'Capabilities', IconToggleRight],
      ['/policy', 'Rules', IconShieldCheck],
      ['/playground', 'Playground', IconRobot],
    ],
  ],
  [
    'Developers',
    [
      ['/requests', 'Requests', IconListDetails],
      ['/webhooks', 'Webhooks', IconWebhook, '/events'],
    ],
  ],
  [
    'Store',
    [
      ['/audit', 'Audit log', IconHistory],
      ['/settings', 'Settings', IconSettings],
    ],
  ],
];

interface NavigationProps {
  stores: readonly Store[];
  current: string | undefined;
  onGo: () => void;
}

export function Navigation({ stores, current, onGo }: NavigationProps) {
  const [location] = useLocation();
  const entry = (href: string, label: string, Icon: TablerIcon, exact: boolean, otherHref?: string) => {
    const active = location === href || location === otherHref || (!exact && location.startsWith(`${href}/`));
    return (
      <NavLink
        key={href}
        component={Link}
        href={href}
        label={label}
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        active={active}
        aria-current={active ? 'page' : undefined}
        onClick={onGo}
        py={{ base: 8, sm: 4 }}
        style={{ borderRadius: 'var(--mantine-radius-md)' }}
      />
    );
  };
  return (
    <Stack h="100%" gap="xs">
      {entry('/stores', 'All stores', IconBuildingStore, true)}
      <StoreSwitcher stores={stores} current={current} />
      <ScrollArea style={{ flex: 1 }} type="auto" offsetScrollbars="present" scrollbarSize={6}>
        {current &&
          STORE_PAGES.map(([group, entries]) => (
            <Box key={group} role="group" aria-labelledby={`pages-${group}`} mb="xs">
              <Text id={`pages-${group}`} size="xs" fw={600} c="dimmed" px="sm" py={4}>
                {group}
              </Text>
              {entries.map(([path, title, icon, otherPath]) =>
                entry(
                  `/stores/${current}${path}`,
                  title,
                  icon,
                  path === '',
                  otherPath && `/stores/${current}${otherPath}`,
                ),
              )}
            </Box>
          ))}
      </ScrollArea>
      {entry('/account', 'Account', IconUserCircle, true)}
    </Stack>
  );
}
