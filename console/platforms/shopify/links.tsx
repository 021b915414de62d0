import { OutsideLink } from '../../components/outside-link.tsx';

const DEV_DASHBOARD = 'https://dev.shopify.com/dashboard';
const HEADLESS_CHANNEL = 'https://apps.shopify.com/headless';

/** Page of the Shopify admin: of the typed shop, or of the one that the merchant chooses there. */
function adminPage(domain: string, page: string): string {
  const [, handle] = /^(?:https?:\/\/)?([a-z0-9-]+)\.myshopify\.com\/?$/i.exec(domain.trim()) ?? [];
  const root = 'https://admin.shopify.com';
  return handle ? `${root}/store/${handle.toLowerCase()}/${page}` : root;
}

export function DomainPlace({ domain }: { domain: string }) {
  return <OutsideLink href={adminPage(domain, 'settings/domains')}>Open the domains in Shopify</OutsideLink>;
}

export function AdminPlace({ domain, chosen: access }: { domain: string; chosen: string }) {
  if (access === 'token')
    return (
      <OutsideLink href={adminPage(domain, 'settings/apps/development')}>
        Open custom apps in Shopify
      </OutsideLink>
    );
  return <OutsideLink href={DEV_DASHBOARD}>Open the Dev Dashboard</OutsideLink>;
}

export function StorefrontPlace() {
  return <OutsideLink href={HEADLESS_CHANNEL}>Open the Headless channel</OutsideLink>;
}
