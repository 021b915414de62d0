import { Stack, Text } from '@mantine/core';
import { saySaved } from '../../saved.ts';
import { useStore, useStoreQuery } from '../../store-context.ts';
import { ABOUT_STORES, useReread } from '../../use-action.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { CsvLink } from '../csv-link.tsx';
import { Guarded } from '../guarded.tsx';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { TextField } from '../text-field.tsx';
import { InlineForm } from '../wire-form.tsx';
import { OneDomain } from './one-domain.tsx';

const POLL_INTERVAL_MS = 20_000;

/** Domains that the merchant gives to the official profile. */
export function CustomDomains() {
  const query = useStoreQuery('listStoreDomains', {}, { refetchInterval: POLL_INTERVAL_MS });
  return (
    <Panel
      title="Custom domains"
      beside={
        <CsvLink operation="listStoreDomains" list="custom domains" rows={query.data?.items.length ?? 0} />
      }
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed" maw="65ch">
          Agent platforms look for a store’s official profile at the root of a hostname. Add one, for example
          agents.your-shop.com: verify it with a DNS TXT record, then point it at this service.
        </Text>
        <QueryView query={query}>
          {({ items }) => items.map((each) => <OneDomain key={each.domain} domain={each} />)}
        </QueryView>
        <Guarded operation="addStoreDomain">
          <NewDomain />
        </Guarded>
      </Stack>
    </Panel>
  );
}

function NewDomain() {
  const { slug } = useStore();
  const reread = useReread(ABOUT_STORES);
  const wire = useWireForm('addStoreDomain', {
    initial: { domain: '' },
    validate: { domain: required('your domain') },
    inputOf: ({ domain }) => ({ slug, body: { domain: domain.trim() } }),
    onDone: async ({ domain }, { reset }) => {
      reset();
      await reread();
      saySaved(`${domain.domain} is added. Now add its DNS record.`);
    },
  });
  return (
    <InlineForm wire={wire} failure="The domain was not added" button="Add domain">
      <TextField
        form={wire.form}
        name="domain"
        label="Domain"
        placeholder="agents.your-shop.com"
        style={{ flex: '1 1 14rem' }}
        maw={420}
      />
    </InlineForm>
  );
}
