import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { GetStoreDiscoveryResponse } from '../../client/index.ts';
import { getPresentation } from '../../src/store-platforms/presentations.ts';
import { choicesOf } from '../choices.ts';
import { AllRead } from '../components/all-read.tsx';
import { JsonBlock } from '../components/code-block.tsx';
import { Address, type Form } from '../components/discovery/address.tsx';
import { DomainCheck } from '../components/discovery/domain-check.tsx';
import { Feeds } from '../components/discovery/feeds.tsx';
import { OfficialProfile } from '../components/discovery/official-profile.tsx';
import { CustomDomains } from '../components/discovery/own-domains.tsx';
import { Recipes } from '../components/discovery/recipes.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useStore, useStoreQuery } from '../store-context.ts';

export function DiscoveryPage() {
  const query = useStoreQuery('getStoreDiscovery', {});
  const ownDomains = useStoreQuery('listStoreDomains', {});
  return (
    <>
      <PageTitle
        guide={getPresentation(useStore().platform).guide}
        lead="Agents look for a store at /.well-known/ucp on its own domain. Serve your manifest there, and they find you."
      >
        Discovery
      </PageTitle>
      <QueryView query={query}>
        {(discovery) => (
          <AllRead queries={[ownDomains]}>
            <Stack gap="md">
              <DomainCheck domains={discovery.domains} />
              <CustomDomains />
              <ShopsDomain discovery={discovery} />
              <OfficialProfile discovery={discovery} />
              <Manifest discovery={discovery} />
              <Feeds />
            </Stack>
          </AllRead>
        )}
      </QueryView>
    </>
  );
}

const FORMS: Record<Form, string> = { manifest: 'The manifest', profile: 'The official profile' };

/** One address has one answer: which of the two it is, is the merchant's choice. */
function ShopsDomain({ discovery }: { discovery: GetStoreDiscoveryResponse }) {
  const [form, setForm] = useState<Form>('manifest');
  const isProfile = form === 'profile';
  return (
    <Panel title="Serve it on your shop’s domain">
      <Stack gap="md">
        <SegmentedControl
          aria-label="What your domain serves"
          data={choicesOf(FORMS)}
          value={form}
          onChange={setForm}
          style={{ alignSelf: 'flex-start' }}
        />
        <Text size="sm">{isProfile ? NO_REDIRECTS : discovery.strict_clients}</Text>
        <Recipes key={form} recipes={isProfile ? discovery.profile_recipes : discovery.recipes} />
      </Stack>
    </Panel>
  );
}

const NO_REDIRECTS =
  'Agent platforms that read official profiles follow no redirects, so your domain must serve the profile itself. Agents that read the manifest then need its URL, below.';

function Manifest({ discovery }: { discovery: GetStoreDiscoveryResponse }) {
  return (
    <Panel title="Your manifest">
      <Stack gap="md">
        <Text size="sm">Read by agents that use ucp-host’s own API. It is always served at this URL.</Text>
        <Address
          address="manifest"
          url={discovery.manifest_url}
          what="manifest"
          clients={discovery.clients.contract}
        />
        <JsonBlock label="Manifest" value={discovery.manifest} />
      </Stack>
    </Panel>
  );
}
