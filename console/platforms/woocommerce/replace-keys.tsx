import { Stack } from '@mantine/core';
import { ReplaceCredentials } from '../../components/settings/replace-credentials.tsx';
import { useStore } from '../../store-context.ts';
import { EMPTY_SITE, SITE_RULES, SiteFields } from './site-fields.tsx';

export function ReplaceKeys() {
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

/** A simulated shop on this machine speaks plain http. */
function siteOf(host: string | undefined): string {
  if (host === undefined) return '';
  return `${/^(localhost|127\.)/.test(host) ? 'http' : 'https'}://${host}`;
}
