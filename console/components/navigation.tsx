import { NavLink, ScrollArea, Stack } from '@mantine/core';
import {
  IconBuildingStore,
  IconChartBar,
  IconHistory,
  IconListDetails,
  IconMessageChatbot,
  IconPlugConnected,
  IconReceipt,
  IconRobot,
  IconSend,
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

const STORE_PAGES: [path: string, title: string, icon: TablerIcon][] = [
  ['', 'Overview', IconChartBar],
  ['/discovery', 'Discovery', IconWorldSearch],
  ['/connect-agent', 'Connect an agent', IconMessageChatbot],
  ['/capabilities', 'Capabilities', IconToggleRight],
  ['/policy', 'Rules', IconShieldCheck],
  ['/products', 'Products', IconTags],
  ['/sessions', 'Sessions', IconPlugConnected],
  ['/carts', 'Carts', IconShoppingCart],
  ['/orders', 'Orders', IconReceipt],
  ['/requests', 'Requests', IconListDetails],
  ['/webhooks', 'Webhooks', IconWebhook],
  ['/events', 'Events', IconSend],
  ['/playground', 'Playground', IconRobot],
  ['/audit', 'Audit log', IconHistory],
  ['/settings', 'Settings', IconSettings],
];

interface NavigationProps {
  stores: readonly Store[];
  current: string | undefined;
  onGo: () => void;
}

export function Navigation({ stores, current, onGo }: NavigationProps) {
  const [location] = useLocation();
  const entry = (href: string, label: string, Icon: TablerIcon, exact: boolean) => {
    const active = location === href || (!exact && location.startsWith(`${href}/`));
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
          STORE_PAGES.map(([path, title, icon]) =>
            entry(`/stores/${current}${path}`, title, icon, path === ''),
          )}
      </ScrollArea>
      {entry('/account', 'Account', IconUserCircle, true)}
    </Stack>
  );
}
