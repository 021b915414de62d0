import { AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useStores } from '../session.ts';
import { AccountMenu } from './account-menu.tsx';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { focusNextTitle } from './page-title.tsx';
import { TestBadge } from './test-badge.tsx';

/** Stripe at the top of a test store's pages. */
const TEST_HEADER = { style: { boxShadow: 'inset 0 3px var(--mantine-color-orange-6)' } };

/** Layout of pages after sign-in. */
export function PageShell({ children }: { children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [location] = useLocation();
  const stores = useStores().data ?? [];
  const current = stores.find(({ slug }) => slug === location.match(/^\/stores\/([^/]+)/)?.[1]);
  useFocusOnNavigation(location);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 260, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <AppShell.Header px="md" {...(current?.test_mode ? TEST_HEADER : {})}>
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={opened}
            />
            <Link href="/stores" className="plain-link" aria-label="ucp-host: all stores">
              <Logo />
            </Link>
            {current && (
              <Text truncate fw={600}>
                {current.name}
              </Text>
            )}
            {current?.test_mode && <TestBadge />}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorSchemeToggle />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" component="nav" aria-label="Pages" mod={{ folded: !opened }}>
        <Navigation stores={stores} current={current?.slug} onGo={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Box className="page">
          <ErrorBoundary key={location}>{children}</ErrorBoundary>
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

function useFocusOnNavigation(location: string): void {
  const before = useRef(location);
  if (before.current !== location) focusNextTitle();
  useEffect(() => {
    if (before.current !== location) window.scrollTo(0, 0);
    before.current = location;
  }, [location]);
}
