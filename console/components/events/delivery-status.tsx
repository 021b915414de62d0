import { Badge } from '@mantine/core';
import { DELIVERY_STATUS, type EventDelivery } from './words.ts';

export function DeliveryStatus({ status }: Pick<EventDelivery, 'status'>) {
  const { words, color } = DELIVERY_STATUS[status];
  return <Badge color={color}>{words}</Badge>;
}
