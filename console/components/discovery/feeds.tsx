import { Alert, Group, Stack, Table, Text } from '@mantine/core';
import { useRefusal } from '../../permissions.ts';
import { useStore, useStoreQuery } from '../../store-context.ts';
import { useStoreAction } from '../../use-action.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { StoreSwitch } from '../settings/store-switch.tsx';
import { FeedRules } from './feed-rules.tsx';

/** Switch, secret addresses and rules of the product feeds. */
export function Feeds() {
  const { product_feeds: feeds } = useStore();
  const isRefused = useRefusal('getStoreFeeds') !== undefined;
  return (
    <>
      <Panel
        title="Feeds"
        lead="Google, ChatGPT, Meta and PayPal list your products from a feed. These have the prices that agents are charged, and each id in them can be bought here."
      >
        <Stack gap="md">
          <StoreSwitch
            setting="product_feeds"
            label="Offer product feeds"
            description="Who has an address can read your whole catalog. Give it only to the reader that it is for."
          />
          {feeds && !isRefused && <Addresses />}
        </Stack>
      </Panel>
      {feeds && !isRefused && <FeedRules />}
    </>
  );
}

function Addresses() {
  const query = useStoreQuery('getStoreFeeds', {});
  const renew = useStoreAction('renewStoreFeeds', () => ({}), { success: 'The feeds have new addresses.' });
  return (
    <QueryView query={query}>
      {({ problem, files }) => (
        <Stack gap="md">
          {problem !== null && (
            <Alert color="yellow" title="Readers get no feed now">
              {problem}
            </Alert>
          )}
          <Table.ScrollContainer minWidth={320}>
            <Table aria-label="Addresses of feeds">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Reader</Table.Th>
                  <Table.Th>File</Table.Th>
                  <Table.Th>Address</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {files.map(({ file, reader, url }) => (
                  <Table.Tr key={file}>
                    <Table.Td>{reader}</Table.Td>
                    <Table.Td>{file}</Table.Td>
                    <Table.Td>
                      <CopyButton text={url} what={`address of ${file}`} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Text size="sm">
            The Products page says which products the readers refuse, and why. Copilot and other readers take
            the files for Google.
          </Text>
          <Group>
            <ConfirmButton
              label="Renew addresses"
              title="Renew the addresses of the feeds?"
              text="The addresses so far answer 404 at once. Give every reader its new address, or it drops your products."
              confirm="Renew addresses"
              action={renew}
            />
          </Group>
          <ErrorNotice error={renew.error} title="The addresses were not renewed" />
        </Stack>
      )}
    </QueryView>
  );
}
