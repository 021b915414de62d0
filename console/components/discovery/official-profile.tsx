import { Anchor, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { GetStoreDiscoveryResponse } from '../../../client/index.ts';
import { JsonBlock } from '../code-block.tsx';
import { Panel } from '../panel.tsx';
import { Address } from './address.tsx';

/** The store as the published protocol shows it, in each of its versions. */
export function OfficialProfile({
  discovery: { official, clients },
}: {
  discovery: GetStoreDiscoveryResponse;
}) {
  const [version, setVersion] = useState(official.profiles[0]?.version ?? '');
  const current = official.profiles.find((each) => each.version === version) ?? official.profiles[0];
  const others = official.addresses.filter((url) => url !== official.profile_url);
  const permalink = permalinkIn(current?.profile);
  return (
    <Panel title="Your official UCP profile">
      <Stack gap="md">
        <Text size="sm">{official.on_own_host ? ON_OWN_HOST : ON_SERVICE}</Text>
        <Address
          address="profile"
          url={official.profile_url}
          what="official profile"
          clients={clients.official}
        />
        {others.length > 0 && <Others urls={others} />}
        {permalink !== undefined && (
          <Text size="sm">
            Buy links that any chat can show start with <span className="break">{permalink}</span>
          </Text>
        )}
        <SegmentedControl
          aria-label="Version of the profile"
          data={official.profiles.map((each) => each.version)}
          value={current?.version ?? ''}
          onChange={setVersion}
          style={{ alignSelf: 'flex-start' }}
        />
        {current && (
          <>
            <Anchor href={current.url} target="_blank" rel="noreferrer" size="sm" className="break">
              {current.url}
            </Anchor>
            <JsonBlock label={`Official profile, version ${current.version}`} value={current.profile} />
          </>
        )}
      </Stack>
    </Panel>
  );
}

const ON_OWN_HOST =
  'Served at the root of your store’s own hostname, where agent platforms look. Order events name this URL.';
const ON_SERVICE =
  'Served below this service’s URL. Agent platforms look at the root of a hostname: to be found by them, add a custom domain above, or serve the profile on your shop’s domain.';

function Others({ urls }: { urls: GetStoreDiscoveryResponse['official']['addresses'] }) {
  return (
    <Text size="sm" c="dimmed" component="div">
      Also served at{' '}
      {urls.map((url) => (
        <div key={url} className="break">
          {url}
        </div>
      ))}
    </Text>
  );
}

/** Endpoint of the profile's permalinks; undefined without the capability. */
function permalinkIn(profile: unknown): string | undefined {
  const { ucp } = (profile ?? {}) as {
    ucp?: { capabilities?: Record<string, { config?: { endpoint?: string } }[]> };
  };
  return ucp?.capabilities?.['dev.ucp.shopping.permalink']?.[0]?.config?.endpoint;
}
