import { Autocomplete, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useStore } from '../../store-context.ts';
import { useAction } from '../../use-action.ts';
import { Guarded } from '../guarded.tsx';
import { Help } from '../help.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Panel } from '../panel.tsx';
import { CheckResult } from './check-result.tsx';

/** Checks the shop's domain as a strict agent would, and shows what to fix. */
export function DomainCheck({ domains }: { domains: readonly string[] }) {
  const { slug } = useStore();
  const [domain, setDomain] = useState(domains[0] ?? '');
  const check = useAction('checkStoreDiscovery', () => ({ slug, body: domain === '' ? {} : { domain } }), [
    'getStoreSetup',
  ]);
  return (
    <Panel
      title="Can agents find you?"
      help={
        <Help about="the check">
          Your domain is checked the way the strictest agents do: redirects are not followed, and content
          type, caching and content must be right. Either the manifest or the official profile counts;
          different agents read them.
        </Help>
      }
    >
      <Stack gap="md">
        <Guarded operation="checkStoreDiscovery">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              check.mutate();
            }}
          >
            <Group align="flex-end" gap="sm">
              <Autocomplete
                label="Your shop’s domain"
                placeholder="shop.example.com"
                data={[...domains]}
                value={domain}
                onChange={setDomain}
                style={{ flex: '1 1 16rem' }}
                maw={420}
              />
              <Button type="submit" loading={check.isPending}>
                Check domain
              </Button>
            </Group>
          </form>
        </Guarded>
        <ErrorNotice error={check.error} title="The check failed" />
        {check.data && <CheckResult check={check.data} label="Check results" />}
      </Stack>
    </Panel>
  );
}
