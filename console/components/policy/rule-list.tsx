import { ActionIcon, Badge, Box, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { GetStorePolicyResponse } from '../../../client/index.ts';
import type { Tests } from '../../../src/commerce/policy/agents.ts';
import { choicesOf } from '../../choices.ts';
import { counted } from '../counted.ts';
import { useTests } from '../show-tests.tsx';
import { formOf } from './new-rule.ts';
import { type PolicyRule, ruleText } from './rule-text.ts';

const MODES: Record<PolicyRule['mode'], string> = { on: 'On', shadow: 'Shadow', off: 'Off' };

interface RuleListProps {
  rules: readonly PolicyRule[];
  counts: GetStorePolicyResponse['counts'];
  onChange: (rules: PolicyRule[]) => void;
  onEdit: (rule: PolicyRule) => void;
}

export function RuleList({ rules, counts, onChange, onEdit }: RuleListProps) {
  const { tests } = useTests();
  if (rules.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No rules: every agent may do everything.
      </Text>
    );
  return (
    <div className="rules">
      {rules.map((rule) => (
        <Box key={rule.id} component="article" aria-label={rule.id}>
          <Stack gap={2} className="break">
            <Text size="sm" fw={500} {...(rule.mode === 'on' ? {} : { c: 'dimmed' })}>
              {ruleText(rule)} {rule.mode !== 'on' && <Badge color="gray">{MODES[rule.mode]}</Badge>}
            </Text>
            <Text size="xs" c="dimmed">
              {countText(rule, counts, tests)} <Code>{rule.id}</Code>
            </Text>
          </Stack>
          <Group gap={4} wrap="nowrap" justify="space-between">
            <SegmentedControl
              size="xs"
              data={choicesOf(MODES)}
              value={rule.mode}
              aria-label={`Mode of ${rule.id}`}
              onChange={(mode) => onChange(rules.map((each) => (each === rule ? { ...rule, mode } : each)))}
            />
            <Group gap={4} wrap="nowrap">
              {formOf(rule) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Edit ${rule.id}`}
                  onClick={() => onEdit(rule)}
                >
                  <IconPencil size={18} aria-hidden />
                </ActionIcon>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${rule.id}`}
                onClick={() => onChange(rules.filter((each) => each !== rule))}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
        </Box>
      ))}
    </div>
  );
}

/** Effect of the saved rule so far. */
function countText({ id, mode }: PolicyRule, counts: GetStorePolicyResponse['counts'], tests: Tests): string {
  const count = counts.find(({ rule }) => rule === id);
  const sumOf = (verdict: 'refused' | 'shadow') =>
    (count?.[verdict] ?? 0) + (tests === 'include' ? (count?.tests[verdict] ?? 0) : 0);
  const [refused, shadow] = [sumOf('refused'), sumOf('shadow')];
  const did = refused > 0 ? [`refused ${counted(refused, 'call')}`] : [];
  const would = shadow > 0 ? [`would have refused ${counted(shadow, 'call')} in shadow mode`] : [];
  const parts = [...did, ...would];
  if (parts.length > 0) return `In the last 14 days it ${parts.join(' and ')}.`;
  return mode === 'off' ? 'It is off.' : 'It has refused no call in the last 14 days.';
}
