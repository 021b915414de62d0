import { CommerceError, type ErrorKind } from '../../commerce/errors.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';

/** Call that repairs a failure. `same_arguments`: the failed call again, as it was. */
export interface NextCall {
  tool: string;
  arguments?: object;
  same_arguments?: true;
}

/** Variant that an ambiguous item may mean. */
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

/** Failure with the call that repairs it. */
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

/** Refuses an argument; `next` is the call that mends it. */
export function createInvalidArgumentError(field: string, message: string, next?: NextCall): ShoppingError {
  return new ShoppingError(message, { kind: 'invalid_input', field, next });
}

/** Refuses an id that the store does not have. */
export function createUnknownProductError(
  id: string,
  field: string,
  kind: 'not_found' | 'unknown_item',
): ShoppingError {
  const message = `This store has no product ${quoteInput(id, 100)}. Take ids from search_products.`;
  return new ShoppingError(message, { kind, field, next: { tool: 'search_products' } });
}
