import { ActionIcon, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { GetStorePolicyResponse } from '../../../client/index.ts';
import { type PolicyRule, ruleText } from './rule-text.ts';

const MODES: { value: PolicyRule['mode']; label: string }[] = [
  { value: 'on', label: 'On' },
  { value: 'shadow', label: 'Shadow' },
  { value: 'off', label: 'Off' },
];

interface RuleListProps {
  rules: readonly PolicyRule[];
  counts: GetStorePolicyResponse['counts'];
  onChange: (rules: PolicyRule[]) => void;
}

export function RuleList({ rules, counts, onChange }: RuleListProps) {
  if (rules.length === 0) return <Text c="dimmed">No rules: every agent may do everything.</Text>;
  return (
    <Stack gap="sm">
      {rules.map((rule) => (
        <Card key={rule.id} withBorder padding="sm" component="article" aria-label={rule.id}>
          <Group justify="space-between" wrap="nowrap" align="start">
            <Stack gap={2} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text fw={500}>{ruleText(rule)}</Text>
              <Text size="sm" c="dimmed">
                {rule.id} · {countText(counts, rule.id)}
              </Text>
            </Stack>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${rule.id}`}
              onClick={() => onChange(rules.filter((each) => each !== rule))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <SegmentedControl
            mt="xs"
            size="xs"
            data={MODES}
            value={rule.mode}
            aria-label={`Mode of ${rule.id}`}
            onChange={(mode) => onChange(rules.map((each) => (each === rule ? { ...rule, mode } : each)))}
          />
        </Card>
      ))}
    </Stack>
  );
}

function countText(counts: GetStorePolicyResponse['counts'], id: string): string {
  const { refused = 0, shadow = 0 } = counts.find(({ rule }) => rule === id) ?? {};
  return `calls refused in 14 days: ${refused}, and in shadow mode: ${shadow}`;
}
