import { Badge, Group, Text, Timeline } from '@mantine/core';
import {
  IconArrowsExchange,
  IconExternalLink,
  IconReceipt,
  IconRefreshDot,
  IconRobot,
  IconUser,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { GetStoreSessionResponse } from '../../../client/index.ts';
import { storePath, useStore } from '../../store-context.ts';
import { durationText } from '../activity/duration.tsx';
import { HttpStatus, statusInWords } from '../activity/status-badge.tsx';
import { Link } from '../link.tsx';
import { Panel } from '../panel.tsx';
import { ExactInstant } from './exact-instant.tsx';

type TimelineEntry = GetStoreSessionResponse['timeline'][number];

const KINDS: Record<TimelineEntry['kind'], { words: string; color: string; Icon: TablerIcon }> = {
  request: { words: 'Agent', color: 'indigo', Icon: IconRobot },
  platform_call: { words: 'Shop', color: 'gray', Icon: IconArrowsExchange },
  status: { words: 'Status', color: 'blue', Icon: IconRefreshDot },
  handoff: { words: 'Hand-off', color: 'orange', Icon: IconExternalLink },
  buyer: { words: 'Buyer', color: 'teal', Icon: IconUser },
  order: { words: 'Order', color: 'green', Icon: IconReceipt },
  webhook: { words: 'Webhook', color: 'violet', Icon: IconWebhook },
};

/** Everything that happened to a session, a cart or an order, the oldest first. */
export function TimelinePanel({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <Panel title="Timeline">
      <Entries entries={entries} />
    </Panel>
  );
}

function Entries({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <Timeline active={entries.length} bulletSize={30} lineWidth={2} aria-label="Timeline">
      {entries.map((entry, position) => {
        const { color, Icon } = KINDS[entry.kind];
        return (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
            key={position}
            bullet={<Icon size={16} aria-hidden />}
            color={color}
            title={<EntryTitle entry={entry} />}
          >
            <EntryDetail entry={entry} />
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

function EntryTitle({ entry }: { entry: TimelineEntry }) {
  const { slug } = useStore();
  const { words, color } = KINDS[entry.kind];
  return (
    <Group gap="xs">
      <Badge color={color} size="sm">
        {words}
      </Badge>
      {entry.request_log_id === undefined ? (
        <Text span size="sm" fw={500} className="break">
          {entry.kind === 'status' ? statusInWords(entry.title) : entry.title}
        </Text>
      ) : (
        <Link to={`${storePath(slug)}/requests/${entry.request_log_id}`} size="sm" fw={500} className="break">
          {entry.title}
        </Link>
      )}
      {entry.status !== undefined && <HttpStatus status={entry.status} />}
    </Group>
  );
}

function EntryDetail({ entry }: { entry: TimelineEntry }) {
  return (
    <>
      {entry.detail && (
        <Text size="sm" className="break">
          {entry.detail}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        <ExactInstant at={entry.at} />
        {entry.duration_ms !== undefined && ` · ${durationText(entry.duration_ms)}`}
      </Text>
    </>
  );
}
