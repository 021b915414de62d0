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
    <div>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {countedSteps.map((step) => (
          <FunnelStep key={step.step} words={STEP_WORDS[step.step]} {...step} widest={widest} />
        ))}
      </Stack>
      <Text size="sm" c="dimmed" mt="sm">
        Sessions that began in these days, and how far their buyers came.
        {countedSteps.length < steps.length &&
          ' Your shop has reported no steps between the hand-off and the payment.'}
      </Text>
    </div>
  );
}

/** Outcomes of carts that no session took over. */
export function CartFunnel({ carts }: { carts: GetStoreOverviewResponse['cart_funnel'] }) {
  const { handed_over: handedOver, ordered, active, canceled, expired } = carts;
  const others = [
    canceled > 0 && `${canceled.toLocaleString()} canceled`,
    expired > 0 && `${expired.toLocaleString()} expired`,
    active > 0 && `${active.toLocaleString()} can still be ordered`,
  ].filter(Boolean);
  return (
    <div>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        <FunnelStep words="Carts handed over" count={handedOver} lost={0} widest={handedOver} />
        <FunnelStep words="Ordered" count={ordered} lost={0} widest={handedOver} />
      </Stack>
      <Text size="sm" c="dimmed" mt="sm">
        Carts of these days whose buyers pay without a session.
        {others.length > 0 && ` Not ordered: ${others.join(', ')}.`}
      </Text>
    </div>
  );
}

interface FunnelStepProps extends Pick<KnownStep, 'count' | 'lost'> {
  words: string;
  widest: number;
}

function FunnelStep({ words, count, lost, widest }: FunnelStepProps) {
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
