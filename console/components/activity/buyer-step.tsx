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

/** How far the buyer has come, and whether it ended there. */
export function BuyerStep({ step, left_at: left }: Pick<ListedSession, 'step' | 'left_at'>) {
  if (left === null)
    return (
      <Text span size="sm">
        {STEP_WORDS[step]}
      </Text>
    );
  return (
    <Badge color="orange" title="The last step that your shop has reported, or else the hand-off.">
      Left at: {STEP_WORDS[left].toLowerCase()}
    </Badge>
  );
}
