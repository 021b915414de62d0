import type { Warning } from '../../../commerce/checkout/cart.ts';
import {
  CommerceError,
  type ErrorDetail,
  formatItemName,
  formatLineText,
  type LineRefusal,
} from '../../../commerce/errors.ts';
import { type ChangedLine, dropUnavailableLines } from '../../../operations/cart/drop-unavailable-lines.ts';
import type { WantedCart } from '../../../operations/cart/make-platform-cart.ts';
import type { RequestedLine } from '../../../operations/cart/requested-lines.ts';
import { isOfId, toErrorDetails } from '../../error-details.ts';
import { renderErrorOutcome, type UcpContext } from '../envelope.ts';
import { createErrorMessage, type Message } from '../messages.ts';
import type { Content } from './schemas.ts';
import { getCodes, toBuyer, warnOfMembersWithoutEffect } from './to-request.ts';

export const ITEM_CODES: Record<LineRefusal['reason'], string> = {
  invalid_id: 'item_unavailable',
  ambiguous_id: 'item_ambiguous',
  too_many_pieces: 'invalid_input',
  unknown: 'item_unavailable',
  unbuyable: 'item_unavailable',
  out_of_stock: 'out_of_stock',
  insufficient_stock: 'insufficient_stock',
};

/** Undefined for errors of the protocol. Over MCP the status of `conflict` would mean a reused key. */
export function renderOutcome(context: UcpContext, error: unknown, transport: 'rest' | 'mcp') {
  if (!(error instanceof CommerceError)) return undefined;
  if (error.kind === 'conflict' && transport === 'rest') return undefined;
  const messages = toMessages(error);
  return messages && renderErrorOutcome(context, messages);
}

function toMessages(error: CommerceError): Message[] | undefined {
  const { kind, message } = error;
  const details = toErrorDetails(error);
  switch (kind) {
    case 'not_found':
      return [createErrorMessage('not_found', message, 'unrecoverable')];
    case 'conflict':
      return [createErrorMessage('not_possible_now', message, 'unrecoverable')];
    case 'unknown_item':
    case 'item_unavailable':
      return toItemMessages(error);
    case 'address_undeliverable':
      return [createErrorMessage('address_undeliverable', message, 'recoverable')];
    case 'invalid_input':
      return details.length > 0
        ? details.map(toDetailMessage)
        : [createErrorMessage('invalid_input', message, 'recoverable')];
    default:
      return undefined;
  }
}

function toItemMessages({ lines, refusals, message }: CommerceError): Message[] {
  const toRefusal = (reason: LineRefusal['reason'], text: string) =>
    createErrorMessage(ITEM_CODES[reason], text, 'unrecoverable');
  if (lines.length > 0) return lines.map((line) => toRefusal(line.reason, formatLineText(line)));
  if (refusals.length > 0) return refusals.map((refusal) => toRefusal(refusal.reason, refusal.message));
  return [createErrorMessage('item_unavailable', message, 'unrecoverable')];
}

function toDetailMessage({ path, message }: ErrorDetail): Message {
  const content = `${path} ${message}.`;
  return path.endsWith('.item.id')
    ? createErrorMessage('item_unavailable', content, 'unrecoverable')
    : createErrorMessage('invalid_input', content, 'recoverable');
}

type WholeContent = WantedCart & { discountCodes: string[]; warnings: Warning[] };

/** Makes a cart or checkout of the request, and again without the lines that the shop refuses. */
export function makeOfAvailable<Made>(
  context: UcpContext,
  input: Content,
  requested: readonly RequestedLine[],
  make: (content: WholeContent) => Promise<Made>,
): Promise<Made> {
  const fields = { discountCodes: getCodes(context, input), ...toBuyer(input) };
  return dropUnavailableLines(requested, (lines, changed) =>
    make({ ...fields, lines, warnings: toWarnings(changed, input) }),
  );
}

/** Warnings about changed lines and members without effect, stored with the cart or session. */
export function toWarnings(changed: readonly ChangedLine[], content: Pick<Content, 'buyer' | 'context'>) {
  return [...warnOfChangedLines(changed), ...warnOfMembersWithoutEffect(content)];
}

/** Warns about lines with a lower quantity or left out; `path` is the line in the answer, or all lines. */
function warnOfChangedLines(changed: readonly ChangedLine[]): Warning[] {
  const leftOut = changed.filter(({ quantity }) => quantity === 0).map(({ index }) => index);
  return changed.map(({ index, itemId, quantity, reason, message }) => {
    if (quantity === 0) {
      const because = isOfId(reason) ? `The item id ${message}.` : message;
      const content = `${formatItemName(itemId)} was left out: ${because}`;
      return { code: ITEM_CODES[reason], content, path: '$.line_items' };
    }
    const place = index - leftOut.filter((each) => each < index).length;
    const content = `Only ${quantity} of ${formatItemName(itemId)} can be bought. The quantity was lowered.`;
    return { code: 'quantity_adjusted', content, path: `$.line_items[${place}].quantity` };
  });
}
