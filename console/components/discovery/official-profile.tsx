import { Anchor, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Discovery } from '../../api-types.ts';
import { JsonBlock } from '../code-block.tsx';
import { Panel } from '../panel.tsx';
import { Address } from './address.tsx';

/** The store as the published protocol shows it, in each of its versions. */
export function OfficialProfile({ discovery: { official, clients } }: { discovery: Discovery }) {
  const [version, setVersion] = useState(official.profiles[0]?.version ?? '');
  const shown = official.profiles.find((each) => each.version === version) ?? official.profiles[0];
  const others = official.addresses.filter((url) => url !== official.profile_url);
  const permalink = permalinkIn(shown?.profile);
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
            Links that any chat can show begin with <span className="break">{permalink}</span>
          </Text>
        )}
        <SegmentedControl
          aria-label="Version of the profile"
          data={official.profiles.map((each) => each.version)}
          value={shown?.version ?? ''}
          onChange={setVersion}
          style={{ alignSelf: 'flex-start' }}
        />
        {shown && (
          <>
            <Anchor href={shown.url} target="_blank" rel="noreferrer" size="sm" className="break">
              {shown.url}
            </Anchor>
            <JsonBlock label={`Official profile, version ${shown.version}`} value={shown.profile} />
          </>
        )}
      </Stack>
    </Panel>
  );
}

const ON_OWN_HOST =
  'It stands at the root of a host of your store’s own, where platforms look. Order events name this address.';
const ON_SERVICE =
  'It stands below an address of this service. Platforms look at the root of a host: to be found by them, add a domain of your own above, or let your shop’s domain answer with the profile.';

function Others({ urls }: { urls: Discovery['official']['addresses'] }) {
  return (
    <Text size="sm" c="dimmed" component="div">
      It is also at{' '}
      {urls.map((url) => (
        <div key={url} className="break">
          {url}
        </div>
      ))}
    </Text>
  );
}

/** Where the profile declares shopping links; undefined where it does not. */
function permalinkIn(profile: unknown): string | undefined {
  const { ucp } = (profile ?? {}) as {
    ucp?: { capabilities?: Record<string, { config?: { endpoint?: string } }[]> };
  };
  return ucp?.capabilities?.['dev.ucp.shopping.permalink']?.[0]?.config?.endpoint;
}
