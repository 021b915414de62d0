import { type CommerceError, type ItemRefusal, itemsRefused } from '../../../commerce/errors.ts';
import { parseAnswer, type SiteAnswer } from '../client.ts';
import { type CartCreateRequest, type ItemsRefusedError, itemsRefusedError } from '../connector-wire.ts';
import { readGid, variantGid } from '../items.ts';
import { plainLine } from '../plain-text.ts';

interface Line {
  variantId: string;
  quantity: number;
}

/** Throws `unknown_item` for ids of other platforms, before any call. */
export function itemsOf(lines: readonly Line[]): CartCreateRequest['items'] {
  const unknownIds = lines.filter(({ variantId }) => readGid(variantId)?.kind !== 'variant');
  if (unknownIds.length > 0) throw itemsRefused(unknownIds.map(({ variantId }) => unknown(variantId)));
  return lines.flatMap(({ variantId, quantity }) => {
    const id = readGid(variantId)?.number;
    return id === undefined ? [] : [{ id, quantity }];
  });
}

function unknown(variantId: string): ItemRefusal {
  return { variantId, reason: 'unknown', message: 'The store does not know it.' };
}

/** Maps the connector's 409. */
export function refusalOf(answer: SiteAnswer): CommerceError {
  return itemsRefused(toRefusals(parseAnswer(itemsRefusedError, answer)));
}

/** Keeps the shop's message as plain text. */
function toRefusals(error: ItemsRefusedError): ItemRefusal[] {
  return error.data.items.map(({ id, problem, message, available }) => ({
    variantId: variantGid(id),
    reason: problem,
    message: plainLine(message) || plainLine(error.message),
    ...(available === undefined ? {} : { available }),
  }));
}
