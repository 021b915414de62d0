import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { Discovery } from '../activity-types.ts';
import { JsonBlock } from '../components/code-block.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { DomainCheck } from '../components/discovery/domain-check.tsx';
import { Recipes } from '../components/discovery/recipes.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useStoreQuery } from '../store-context.ts';

export function DiscoveryPage() {
  const query = useStoreQuery<Discovery>('/discovery');
  return (
    <>
      <PageTitle lead="Agents look for a store at /.well-known/ucp of its own domain. Make yours answer there, and they find you.">
        Discovery
      </PageTitle>
      <QueryView query={query}>
        {(discovery) => (
          <Stack gap="md">
            <DomainCheck domains={discovery.domains} />
            <Panel title="Make your domain answer">
              <Stack gap="md">
                <Text size="sm">{discovery.strict_clients}</Text>
                <Recipes recipes={discovery.recipes} />
              </Stack>
            </Panel>
            <Manifest discovery={discovery} />
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function Manifest({ discovery }: { discovery: Discovery }) {
  return (
    <Panel title="Your manifest">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          What agents read: where to call, and what they may do. It is always here, whatever your domain says.
        </Text>
        <Group gap="xs">
          <Anchor href={discovery.manifest_url} target="_blank" rel="noreferrer" className="break">
            {discovery.manifest_url}
          </Anchor>
          <CopyButton text={discovery.manifest_url} what="address of the manifest" />
        </Group>
        <JsonBlock label="Manifest" value={discovery.manifest} />
      </Stack>
    </Panel>
  );
}
