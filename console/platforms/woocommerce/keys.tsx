import { Text } from '@mantine/core';
import { useConnect } from '../../components/connect/check-and-connect.ts';
import { CheckedForm } from '../../components/connect/checked-form.tsx';
import { FirstImport } from '../../components/connect/first-import.tsx';
import { DemoCredentials } from '../../components/connect/trial.tsx';
import { EMPTY_SITE, SITE_RULES, SiteFields } from './site-fields.tsx';

/** For a site where the plugin is installed but cannot call us: its REST API keys, typed by hand. */
export function WooCommerceKeys() {
  const connect = useConnect('woocommerce');
  if (connect.data) return <FirstImport slug={connect.data.store.slug} name={connect.data.store.name} />;
  return (
    <CheckedForm platform="woocommerce" connect={connect} initial={EMPTY_SITE} rules={SITE_RULES}>
      {(form) => (
        <>
          <DemoCredentials shop="woocommerce" />
          <Text size="sm">
            In WordPress, go to WooCommerce → Settings → Advanced → REST API → Add key, and choose the
            permissions Read/Write. The plugin must be installed too.
          </Text>
          <SiteFields form={form} />
        </>
      )}
    </CheckedForm>
  );
}
