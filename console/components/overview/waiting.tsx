import { Card, Group, Text, Title } from '@mantine/core';
import { IconMessageChatbot, IconRobot } from '@tabler/icons-react';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { CopyButton } from '../copy-button.tsx';
import { LinkButton } from '../link.tsx';

/** Overview of a store that no agent has called: its address, and two ways to the first call. */
export function Waiting() {
  const { slug, paused_at: pausedAt } = useStore();
  const { data } = useStoreQuery('getStoreDiscovery', {});
  const address = data?.shopping_urls[0];
  /** Takes the room of the address until it is read. */
  const likely = `${window.location.origin}/mcp/${slug}/mcp`;
  return (
    <Card withBorder padding={0} component="section" aria-labelledby="waiting-title" className="waiting">
      <svg className="waiting-chart" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
        <path
          d="M0 34L8 32L16 33L24 28L32 30L40 24L48 26L56 18L64 21L72 13L80 16L88 8L100 5L100 40L0 40Z"
          className="waiting-area"
        />
        <path
          d="M0 34L8 32L16 33L24 28L32 30L40 24L48 26L56 18L64 21L72 13L80 16L88 8L100 5"
          className="waiting-line"
        />
      </svg>
      <div className="waiting-words">
        <Title order={2} id="waiting-title" className="waiting-title">
          <span className="waiting-pulse" aria-hidden />
          Waiting for the first agent
        </Title>
        <Text c="dimmed" size="sm" maw="52ch">
          Agents that have this address can search and shop{' '}
          {pausedAt === null ? 'now' : 'once you resume the store'}. Revenue, orders and searches appear here
          with the first call.
        </Text>
        <div className="waiting-address">
          <Text ff="monospace" size="sm" className="break" style={address ? {} : { visibility: 'hidden' }}>
            {address ?? likely}
          </Text>
          <CopyButton text={address ?? ''} what="address" />
        </div>
        <Group gap="sm">
          <LinkButton
            to={`${storePath(slug)}/connect-agent`}
            leftSection={<IconMessageChatbot size={18} aria-hidden />}
          >
            Ask your own assistant
          </LinkButton>
          <LinkButton
            to={`${storePath(slug)}/playground`}
            variant="default"
            leftSection={<IconRobot size={18} aria-hidden />}
          >
            Try it
          </LinkButton>
        </Group>
      </div>
    </Card>
  );
}
