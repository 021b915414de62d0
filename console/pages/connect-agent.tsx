import { Alert, Group, List, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../components/code-block.tsx';
import { isPrivate, setUpsFor } from '../components/connect-agent/set-ups.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Link } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useStore, useStoreQuery } from '../store-context.ts';

export function ConnectAgent() {
  const query = useStoreQuery('getStoreDiscovery', {});
  return (
    <>
      <PageTitle
        guide="shopping-mcp.md"
        lead="Any MCP client can shop at your store, without a key or a profile. Buyers pay on your own checkout page."
      >
        Connect an agent
      </PageTitle>
      <QueryView query={query}>{({ shopping_urls: urls }) => <SetUps urls={urls} />}</QueryView>
    </>
  );
}

function SetUps({ urls: [url = '', ...others] }: { urls: readonly string[] }) {
  const { slug } = useStore();
  const setUps = setUpsFor(slug, url);
  const [choice, setChoice] = useState<string | null>(null);
  const usable = setUps.find(({ inCloud }) => !(inCloud && isPrivate(url)));
  const setUp = setUps.find(({ id }) => id === choice) ?? usable;
  return (
    <Stack gap="md">
      <Panel title="Address for MCP clients">
        <Stack gap="sm">
          <Group gap="xs">
            <Text ff="monospace" className="break">
              {url}
            </Text>
            <CopyButton text={url} what="address for MCP clients" />
          </Group>
          {others.length > 0 && (
            <Text size="sm" c="dimmed" className="break">
              Also served at {others.join(', ')}
            </Text>
          )}
          <Text size="sm">
            Calls are listed under{' '}
            <Link to={`/stores/${slug}/requests`} underline="always">
              Requests
            </Link>
            . To shop with official UCP or REST, see{' '}
            <Link to={`/stores/${slug}/discovery`} underline="always">
              Discovery
            </Link>
            .
          </Text>
        </Stack>
      </Panel>
      <Panel title="Set up a client">
        <Stack gap="md">
          <Select
            label="Client"
            data={setUps.map(({ id, client }) => ({ value: id, label: client }))}
            value={setUp?.id ?? null}
            onChange={setChoice}
            allowDeselect={false}
            maw={420}
          />
          {setUp?.inCloud && isPrivate(url) && (
            <Alert color="yellow" title="This client needs a public address" role="status">
              It runs on its maker’s servers, which cannot reach {new URL(url).host}. Publish the service with
              HTTPS and set BASE_URL, or choose a client that runs on this machine.
            </Alert>
          )}
          {setUp && (
            <>
              <List type="ordered" size="sm" spacing={4}>
                {setUp.steps.map((step) => (
                  <List.Item key={step}>{step}</List.Item>
                ))}
              </List>
              <CodeBlock label={setUp.label} code={setUp.code} />
              <Text size="sm">Then ask: “Find me a gift, and take me to the checkout.”</Text>
            </>
          )}
        </Stack>
      </Panel>
    </Stack>
  );
}
