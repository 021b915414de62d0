import { List, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { Finding } from '../api-types.ts';

const LOOKS = {
  ok: { color: 'green', Icon: IconCheck, word: 'Fine' },
  warning: { color: 'orange', Icon: IconAlertTriangle, word: 'Warning' },
  problem: { color: 'red', Icon: IconX, word: 'Problem' },
} as const;

/** What a check found, each with its cause and what mends it. Said aloud when it arrives. */
export function Findings({ findings, label }: { findings: readonly Finding[]; label: string }) {
  return (
    <div role="status" aria-label={label}>
      <List spacing="md" listStyleType="none" center={false}>
        {findings.map((finding) => (
          <OneFinding key={`${finding.level} ${finding.title}`} finding={finding} />
        ))}
      </List>
    </div>
  );
}

function OneFinding({ finding }: { finding: Finding }) {
  const { color, Icon, word } = LOOKS[finding.level];
  const icon = (
    <ThemeIcon color={color} variant="light" radius="xl" size={24} role="img" aria-label={word}>
      <Icon size={14} aria-hidden />
    </ThemeIcon>
  );
  return (
    <List.Item icon={icon} styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
      <Stack gap={2}>
        <Text fw={500}>{finding.title}</Text>
        {finding.cause && (
          <Text size="sm" c="dimmed">
            {finding.cause}
          </Text>
        )}
        {finding.remedy && <Text size="sm">{finding.remedy}</Text>}
      </Stack>
    </List.Item>
  );
}
