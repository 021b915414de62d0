import { Group, Progress, Stack, Text } from '@mantine/core';
import type { GetStoreOverviewResponse } from '../../../client/index.ts';
import { STEP_WORDS } from '../activity/buyer-step.tsx';

type Step = GetStoreOverviewResponse['funnel'][number];
type KnownStep = Step & { count: number; lost: number };

/** How many buyers came to each step, and how many were lost on the way there. */
export function Funnel({ steps }: { steps: readonly Step[] }) {
  const countedSteps = steps.filter((step): step is KnownStep => step.count !== null && step.lost !== null);
  const widest = Math.max(1, ...countedSteps.map(({ count }) => count));
  return (
    <>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {countedSteps.map((step) => (
          <FunnelStep key={step.step} step={step} widest={widest} />
        ))}
      </Stack>
      <Text size="sm" c="dimmed" mt="sm">
        Sessions that began in these days, and how far their buyers came.
        {countedSteps.length < steps.length &&
          ' Your shop has reported no steps between the hand-off and the payment.'}
      </Text>
    </>
  );
}

function FunnelStep({ step: { step, count, lost }, widest }: { step: KnownStep; widest: number }) {
  const words = STEP_WORDS[step];
  return (
    <li>
      <Group justify="space-between" mb={4} gap="sm" wrap="nowrap" align="flex-end">
        <Text size="sm">{words}</Text>
        <Text size="sm" fw={600} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Text span size="sm" c="dimmed" fw={400}>
            {lossOf(count, lost)}
          </Text>
          {count.toLocaleString()}
        </Text>
      </Group>
      <Progress value={(100 * count) / widest} size="lg" aria-label={`${words}: ${count}`} />
    </li>
  );
}

/** For example `3 lost (60 %) · `. */
function lossOf(count: number, lost: number): string {
  if (lost <= 0) return '';
  return `${lost.toLocaleString()} lost (${Math.round((100 * lost) / (count + lost))} %) · `;
}
