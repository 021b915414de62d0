import { List, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX, type TablerIcon } from '@tabler/icons-react';
import type { Diagnostic as Checked } from '../../client/index.ts';

type Diagnostic = Omit<Checked, 'check'>;

const LOOKS: Record<Diagnostic['level'], { color: string; Icon: TablerIcon; word: string }> = {
  ok: { color: 'green', Icon: IconCheck, word: 'OK' },
  warning: { color: 'orange', Icon: IconAlertTriangle, word: 'Warning' },
  problem: { color: 'red', Icon: IconX, word: 'Problem' },
};

/** Diagnostics of a check with cause and remedy, announced to screen readers. */
export function Diagnostics({ diagnostics, label }: { diagnostics: readonly Diagnostic[]; label: string }) {
  return (
    <div role="status" aria-label={label}>
      <List spacing="md" listStyleType="none" center={false}>
        {diagnostics.map((diagnostic) => (
          <OneDiagnostic key={`${diagnostic.level} ${diagnostic.title}`} diagnostic={diagnostic} />
        ))}
      </List>
    </div>
  );
}

function OneDiagnostic({ diagnostic }: { diagnostic: Diagnostic }) {
  const { color, Icon, word } = LOOKS[diagnostic.level];
  const icon = (
    <ThemeIcon color={color} variant="light" radius="xl" size={24} role="img" aria-label={word}>
      <Icon size={14} aria-hidden />
    </ThemeIcon>
  );
  return (
    <List.Item icon={icon} styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
      <Stack gap={2}>
        <Text fw={500}>{diagnostic.title}</Text>
        {diagnostic.cause && (
          <Text size="sm" c="dimmed">
            {diagnostic.cause}
          </Text>
        )}
        {diagnostic.remedy && <Text size="sm">{diagnostic.remedy}</Text>}
      </Stack>
    </List.Item>
  );
}
