import { Text } from '@mantine/core';
import type { GetStoreOverviewResponse } from '../../../client/index.ts';
import { STEP_WORDS } from '../activity/buyer-step.tsx';
import { Help } from '../help.tsx';
import { Panel } from '../panel.tsx';

type Step = GetStoreOverviewResponse['funnel'][number];
type KnownStep = Step & { count: number; lost: number };

/** How far buyers came, in sessions and in carts without a session. */
export function FunnelPanel({ overview }: { overview: GetStoreOverviewResponse }) {
  const { funnel, cart_funnel: carts } = overview;
  const isReported = funnel.every(({ count }) => count !== null);
  return (
    <Panel
      title="From session to payment"
      help={
        <Help about="the funnel">
          Sessions that began in these days, and how far their buyers came.
          {!isReported && ' Your shop has reported no steps between the hand-off and the payment.'}
          {carts.handed_over > 0 && ` Carts: those whose buyers pay without a session. ${notOrdered(carts)}`}
        </Help>
      }
    >
      <Funnel steps={funnel} />
      {carts.handed_over > 0 && <CartFunnel carts={carts} />}
    </Panel>
  );
}

function Funnel({ steps }: { steps: readonly Step[] }) {
  const countedSteps = steps.filter((step): step is KnownStep => step.count !== null && step.lost !== null);
  const widest = Math.max(1, ...countedSteps.map(({ count }) => count));
  return (
    <ol className="funnel">
      {countedSteps.map((step) => (
        <FunnelStep key={step.step} words={STEP_WORDS[step.step]} {...step} widest={widest} />
      ))}
    </ol>
  );
}

/** Outcomes of carts that no session took over. */
function CartFunnel({ carts: { handed_over: handedOver, ordered } }: { carts: CartOutcomes }) {
  return (
    <ol className="funnel" data-second>
      <FunnelStep words="Carts handed over" count={handedOver} lost={0} widest={handedOver} />
      <FunnelStep words="Ordered" count={ordered} lost={handedOver - ordered} widest={handedOver} />
    </ol>
  );
}

type CartOutcomes = GetStoreOverviewResponse['cart_funnel'];

function notOrdered({ canceled, expired, active }: CartOutcomes): string {
  const others = [
    canceled > 0 && `${canceled.toLocaleString()} canceled`,
    expired > 0 && `${expired.toLocaleString()} expired`,
    active > 0 && `${active.toLocaleString()} can still be ordered`,
  ].filter(Boolean);
  return others.length > 0 ? `Not ordered: ${others.join(', ')}.` : '';
}

interface FunnelStepProps extends Pick<KnownStep, 'count' | 'lost'> {
  words: string;
  widest: number;
}

function FunnelStep({ words, count, lost, widest }: FunnelStepProps) {
  return (
    <li>
      <span className="funnel-words">
        <Text span size="sm">
          {words}
        </Text>
        <Text span size="xs" c="dimmed">
          {lossOf(count, lost)}
        </Text>
        <Text span size="sm" fw={500} ml="auto">
          {count.toLocaleString()}
        </Text>
      </span>
      <span className="funnel-bar" aria-hidden>
        <span style={{ width: `${(100 * count) / Math.max(1, widest)}%` }} />
      </span>
    </li>
  );
}

/** For example `−3 (60 %)`. */
function lossOf(count: number, lost: number): string {
  if (lost <= 0) return '';
  return `−${lost.toLocaleString()} (${Math.round((100 * lost) / (count + lost))} %)`;
}
