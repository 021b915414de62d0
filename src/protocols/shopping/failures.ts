import { CommerceError, type ErrorKind, type LineRefusal } from '../../commerce/errors.ts';
import { toErrorTextForAgents } from '../../commerce/text/error-text-for-agents.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { isUuid } from '../../commerce/text/uuid.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import type { RawInput } from '../endpoint.ts';
import { STATUSES } from '../error-codes.ts';
import { omitEmpty } from '../omit-empty.ts';
import { toIdText } from '../own-ids.ts';
import type { ToolFailure } from '../protocol.ts';
import { expandId, shortenIds } from './ids.ts';
import type { WantedItem } from './requests.ts';

/** Call that repairs a failure. `same_arguments`: the failed call again, as it was. */
interface NextCall {
  tool: string;
  arguments?: object;
  same_arguments?: true;
}

interface Choice {
  id: string;
  title: string;
  price?: string;
}

interface Extras {
  kind: ErrorKind;
  code?: string;
  field?: string | undefined;
  next?: NextCall | undefined;
  choices?: Choice[];
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

export class ShoppingError extends CommerceError {
  readonly code: string;
  readonly field: string | undefined;
  readonly next: NextCall | undefined;
  readonly choices: Choice[];

  constructor(message: string, extras: Extras) {
    const { kind, retryAfterSeconds, cause } = extras;
    super(kind, message, { cause, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
    this.name = 'ShoppingError';
    this.code = extras.code ?? kind;
    this.field = extras.field;
    this.next = extras.next;
    this.choices = extras.choices ?? [];
  }
}

export function createInvalidArgumentError(field: string, message: string, next?: NextCall): ShoppingError {
  return new ShoppingError(message, { kind: 'invalid_input', field, next });
}

export function createUnknownProductError(id: string, field: string, kind: 'not_found' | 'unknown_item') {
  const message = `This store has no product ${quoteInput(id, 100)}. Take ids from search_products.`;
  return new ShoppingError(message, { kind, field, next: { tool: 'search_products' } });
}

/** A call whose operation failed; `input` is validated. */
interface FailedCall {
  tool: string;
  input: RawInput;
  context: StoreContext;
}

export async function withNextCall(error: CommerceError, call: FailedCall): Promise<ShoppingError> {
  if (error instanceof ShoppingError) return error;
  const [line] = error.lines;
  const { kind, retryAfterSeconds, details } = error;
  return new ShoppingError(toMessage(error), {
    kind,
    code: line && kind !== 'invalid_input' ? line.reason : kind,
    field: line ? toField(line, call) : toPath(details[0]?.path),
    next: await nextCall(error, call),
    retryAfterSeconds,
    cause: error,
  });
}

async function nextCall(error: CommerceError, call: FailedCall): Promise<NextCall | undefined> {
  const { tool } = call;
  switch (error.kind) {
    case 'unknown_item':
      return { tool: 'search_products' };
    case 'item_unavailable':
      return nextOfUnavailable(error.lines, call);
    case 'not_found':
      return nextOfUnknown(call);
    case 'conflict':
      return nextOfConflict(call);
    case 'invalid_input':
      return { tool };
    case 'address_undeliverable':
    case 'store_closed':
    case 'forbidden':
    case 'unauthenticated':
      return undefined;
    default:
      return { tool, same_arguments: true };
  }
}

function nextOfUnavailable([line]: LineRefusal[], call: FailedCall): NextCall {
  if (!line) return { tool: 'search_products' };
  const { tool, input } = call;
  const { available = 0 } = line;
  const place = placeOf(line, call);
  if (available === 0 || place === -1)
    return { tool: 'get_product', arguments: { id: shortenIds(line.itemId) } };
  const items = getItems(input).map((item, index) => {
    return { ...item, id: shortenIds(item.id), ...(index === place ? { quantity: available } : {}) };
  });
  return { tool, arguments: { ...input, items } };
}

/** Finds what the id names that is no id of this kind. */
async function nextOfUnknown({ tool, input, context }: FailedCall): Promise<NextCall> {
  const id = toIdText(input.cart_id ?? input.checkout_id ?? input.order_id);
  const { carts, sessions, store } = context;
  if (isUuid(id) && (await sessions.find(store.id, id)))
    return { tool: 'get_checkout', arguments: { checkout_id: id } };
  if (isUuid(id) && (await carts.find(store.id, id))) return { tool: 'get_cart', arguments: { cart_id: id } };
  if (tool.endsWith('_cart')) return { tool: 'create_cart' };
  return { tool: tool === 'get_product' || tool === 'get_order' ? 'search_products' : 'create_checkout' };
}

function nextOfConflict({ tool, input }: FailedCall): NextCall {
  const { cart_id, checkout_id } = input;
  if (checkout_id !== undefined) return { tool: 'get_checkout', arguments: { checkout_id } };
  return tool === 'create_checkout' && cart_id !== undefined
    ? { tool: 'update_cart', arguments: { cart_id } }
    : { tool: 'create_cart' };
}

function getItems({ items }: RawInput): WantedItem[] {
  return Array.isArray(items) ? items : [];
}

/** Place of the argument that a refused line came from; -1 for a line that the cart held before an update. */
function placeOf({ itemId, index }: LineRefusal, { tool, input, context }: FailedCall): number {
  const items = getItems(input);
  if (!tool.startsWith('update_')) return index < items.length ? index : -1;
  const place = items.findIndex(({ id }) => expandId(context.store, id) === itemId);
  return place === -1 && items.length === 1 ? 0 : place;
}

function toField(line: LineRefusal, call: FailedCall): string | undefined {
  const place = placeOf(line, call);
  const ofQuantity = line.reason === 'insufficient_stock' || line.reason === 'too_many_pieces';
  return place === -1 ? undefined : `items[${place}].${ofQuantity ? 'quantity' : 'id'}`;
}

/** Renders `items.0.id` as `items[0].id`. */
function toPath(path: string | undefined): string | undefined {
  return path?.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
}

function toMessage(error: CommerceError): string {
  let message = shortenIds(toErrorTextForAgents(error));
  for (const { path } of error.details) if (path) message = message.replaceAll(path, toPath(path) ?? path);
  return message;
}

/** Refusal before the tool ran: an agent whom the store's rules refuse has no next call. */
function toRefusalBeforeRun(error: CommerceError, tool: string): ShoppingError {
  const { kind, details } = error;
  const isMendable = kind === 'invalid_input' || kind === 'too_many_requests';
  return new ShoppingError(toMessage(error), {
    kind,
    field: toPath(details[0]?.path),
    next: isMendable ? { tool, ...(kind === 'invalid_input' ? {} : { same_arguments: true }) } : undefined,
  });
}

export function renderToolFailure(error: CommerceError, { tool }: { tool: string }): ToolFailure {
  const { message, code, field, choices, next } =
    error instanceof ShoppingError ? error : toRefusalBeforeRun(error, tool);
  const described = { code, message, field: field || undefined, choices: omitEmpty(choices) };
  const retry_after_seconds = error.retryAfterSeconds;
  const text = JSON.stringify({ error: { ...described, retry_after_seconds }, next });
  return { status: STATUSES[error.kind], message, text };
}
