import type { z } from 'zod';
import type { RequestedLine } from '../../operations/requested-lines.ts';
import type { lineItemsOrNone } from './schemas.ts';

export function toLines(items: z.output<typeof lineItemsOrNone>): RequestedLine[] {
  return items.map(({ item, quantity }) => ({ itemId: item.id, quantity }));
}
