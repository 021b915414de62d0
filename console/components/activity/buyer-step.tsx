import { Badge, Text } from '@mantine/core';
import type { ListedSession } from '../../../client/index.ts';

export const STEP_WORDS: Record<ListedSession['step'], string> = {
  created: 'Session created',
  handed_over: 'Handed over',
  opened: 'Page opened',
  address: 'Address given',
  payment: 'Payment tried',
  paid: 'Paid',
};

type Buyer = Pick<ListedSession, 'step' | 'left_at'>;

/** How far the buyer has come, and whether it ended there. */
export function stepInWords({ step, left_at: left }: Buyer): string {
  return left === null ? STEP_WORDS[step] : `Left at: ${STEP_WORDS[left].toLowerCase()}`;
}

export function LeftBadge(buyer: Buyer) {
  return (
    <Badge color="orange" title="The last step that your shop has reported, or else the hand-off.">
      {stepInWords(buyer)}
    </Badge>
  );
}

/** The step below a status that does not say it. */
export function StepBelow(session: Buyer & Pick<ListedSession, 'status' | 'payment'>) {
  const isUnderWay = session.step === 'opened' || session.step === 'address' || session.step === 'payment';
  const isSaid = session.left_at !== null && session.status === 'requires_escalation';
  if (session.payment === 'verified' || isSaid || !(isUnderWay || session.left_at)) return null;
  return (
    <Text size="xs" c="dimmed">
      {stepInWords(session)}
    </Text>
  );
}
