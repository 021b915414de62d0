import { Group, Progress, Stack, Text } from '@mantine/core';
import type { GetStoreOverviewResponse } from '../../../client/index.ts';

/** How many came as far as each step, and which part of those before. */
export function Funnel({ steps }: { steps: GetStoreOverviewResponse['funnel'] }) {
  const widest = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {steps.map(({ step, count }, position) => (
        <li key={step}>
          <Group justify="space-between" mb={4} gap="sm" wrap="nowrap" align="flex-end">
            <Text size="sm">{inWords(step)}</Text>
            <Text size="sm" fw={600} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {count.toLocaleString()}
              <Text span size="sm" c="dimmed" fw={400}>
                {partOf(count, steps[position - 1])}
              </Text>
            </Text>
          </Group>
          <Progress value={(100 * count) / widest} size="lg" aria-label={`${inWords(step)}: ${count}`} />
        </li>
      ))}
    </Stack>
  );
}

function partOf(count: number, before: GetStoreOverviewResponse['funnel'][number] | undefined): string {
  if (before === undefined || before.count === 0 || count > before.count) return '';
  return ` · ${Math.round((100 * count) / before.count)} % of ${inWords(before.step).toLowerCase()}`;
}

const WORDS: Record<string, string> = {
  handoffs: 'Hand-offs',
  orders_verified: 'Verified orders',
  orders: 'Verified orders',
};

function inWords(step: string): string {
  const words = WORDS[step] ?? step.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
