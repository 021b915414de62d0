import { Anchor, Group, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useStores } from '../../session.ts';

const DEV_DASHBOARD = 'https://dev.shopify.com/dashboard';
const HEADLESS_CHANNEL = 'https://apps.shopify.com/headless';

/** Link to the place in Shopify where a credential is made. */
function Place({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
      {children} <IconExternalLink size={12} aria-label="(opens in a new tab)" />
    </Anchor>
  );
}

/** Page of the Shopify admin: of the typed shop, or of the one that the merchant chooses there. */
function adminPage(domain: string, page: string): string {
  const [, handle] = /^(?:https?:\/\/)?([a-z0-9-]+)\.myshopify\.com\/?$/i.exec(domain.trim()) ?? [];
  const root = 'https://admin.shopify.com';
  return handle ? `${root}/store/${handle.toLowerCase()}/${page}` : root;
}

export function DomainPlace({ domain }: { domain: string }) {
  return <Place href={adminPage(domain, 'settings/domains')}>Open the domains in Shopify</Place>;
}

export function AdminPlace({ domain, chosen: access }: { domain: string; chosen: string }) {
  if (access === 'token')
    return <Place href={adminPage(domain, 'settings/apps/development')}>Open custom apps in Shopify</Place>;
  return <Place href={DEV_DASHBOARD}>Open the Dev Dashboard</Place>;
}

export function StorefrontPlace() {
  return <Place href={HEADLESS_CHANNEL}>Open the Headless channel</Place>;
}

/** Offers the credentials of the simulated shop; absent without one. */
export function DemoCredentials() {
  const demo = useStores().data?.find(({ platform, test_mode }) => platform === 'shopify' && test_mode);
  const host = demo?.hosts[0];
  if (host === undefined) return null;
  return (
    <Group gap="xs">
      <Text size="sm">Just trying? The simulated shop has credentials for you.</Text>
      <Place href={`http://${host}/_sandbox/credentials`}>Show the demo credentials</Place>
    </Group>
  );
}
