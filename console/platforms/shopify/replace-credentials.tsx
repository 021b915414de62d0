import { ReplaceCredentials } from '../../components/settings/replace-credentials.tsx';
import { useStore } from '../../store-context.ts';
import { EMPTY_SHOPIFY, SHOPIFY_RULES, shopifyRotation } from './credentials.ts';
import { AdminAccess, DomainField, StorefrontAccess } from './fields.tsx';

export function ReplaceShopifyCredentials() {
  const { hosts } = useStore();
  const domain = hosts.find((host) => host.endsWith('.myshopify.com')) ?? hosts[0] ?? '';
  return (
    <ReplaceCredentials
      initial={{ ...EMPTY_SHOPIFY, domain, admin: 'keep', storefront: 'keep', confirm: '' }}
      rules={SHOPIFY_RULES}
      credentialsOf={shopifyRotation}
    >
      {(form) => (
        <>
          <DomainField form={form} />
          <AdminAccess form={form} canKeep />
          <StorefrontAccess form={form} canKeep />
        </>
      )}
    </ReplaceCredentials>
  );
}
