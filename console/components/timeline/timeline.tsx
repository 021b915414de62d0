import { Group, Text, Timeline } from '@mantine/core';
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

const KINDS: Record<TimelineEntry['kind'], { words: string; Icon: TablerIcon }> = {
  request: { words: 'Agent', Icon: IconRobot },
  platform_call: { words: 'Shop', Icon: IconArrowsExchange },
  status: { words: 'Status', Icon: IconRefreshDot },
  handoff: { words: 'Hand-off', Icon: IconExternalLink },
  buyer: { words: 'Buyer', Icon: IconUser },
  order: { words: 'Order', Icon: IconReceipt },
  webhook: { words: 'Webhook', Icon: IconWebhook },
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
    <Timeline bulletSize={24} lineWidth={1} aria-label="Timeline" className="timeline">
      {entries.map((entry, position) => {
        const { Icon } = KINDS[entry.kind];
        return (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
            key={position}
            bullet={<Icon size={14} aria-hidden />}
            title={<EntryTitle entry={entry} />}
          >
            {entry.detail && (
              <Text size="xs" c="dimmed" className="break timeline-detail">
                {entry.detail}
              </Text>
            )}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

function EntryTitle({ entry }: { entry: TimelineEntry }) {
  const { slug } = useStore();
  return (
    <Group gap="0 0.5rem" fz="sm" fw={400} lh={1.55}>
      <Text span inherit c="dimmed" className="timeline-kind">
        {KINDS[entry.kind].words}
      </Text>
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
      <Text span size="xs" c="dimmed" className="timeline-time">
        <ExactInstant at={entry.at} />
        {entry.duration_ms !== undefined && ` · ${durationText(entry.duration_ms)}`}
      </Text>
    </Group>
  );
}
