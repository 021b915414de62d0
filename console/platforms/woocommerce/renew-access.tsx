import { Stack, Tabs } from '@mantine/core';
import { toScheme } from '../../../src/commerce/network/local-hosts.ts';
import { ReplaceCredentials } from '../../components/settings/replace-credentials.tsx';
import { useStore } from '../../store-context.ts';
import { PairAgain } from './pair-again.tsx';
import { EMPTY_SITE, SITE_RULES, SiteFields } from './site-fields.tsx';

/** Renews the access to a shop: by its plugin, or by keys typed by hand. */
export function RenewAccess() {
  return (
    <Tabs defaultValue="code" keepMounted={false}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="code">Pair again</Tabs.Tab>
        <Tabs.Tab value="keys">REST API keys</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="code">
        <PairAgain />
      </Tabs.Panel>
      <Tabs.Panel value="keys">
        <ReplaceKeys />
      </Tabs.Panel>
    </Tabs>
  );
}

function ReplaceKeys() {
  const { hosts } = useStore();
  return (
    <ReplaceCredentials
      initial={{ ...EMPTY_SITE, url: siteOf(hosts[0]), confirm: '' }}
      rules={SITE_RULES}
      credentialsOf={({ url, consumerKey, consumerSecret }) => ({ url, consumerKey, consumerSecret })}
    >
      {(form) => (
        <Stack maw={480}>
          <SiteFields form={form} />
        </Stack>
      )}
    </ReplaceCredentials>
  );
}

function siteOf(host: string | undefined): string {
  return host === undefined ? '' : `${toScheme(host)}://${host}`;
}
