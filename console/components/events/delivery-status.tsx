import { Badge } from '@mantine/core';
import type { EventDelivery } from '../../api-types.ts';
import { DELIVERY_STATUS } from './words.ts';

export function DeliveryStatus({ status }: Pick<EventDelivery, 'status'>) {
  const { words, color } = DELIVERY_STATUS[status];
  return <Badge color={color}>{words}</Badge>;
}
