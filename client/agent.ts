import { type AnswerOf, caller, type InputOf } from './call.ts';
import type {
  CreateCartRequest,
  CreateCheckoutSessionRequest,
  QuoteFulfillmentRequest,
  UpdateCartRequest,
  UpdateCheckoutSessionRequest,
} from './schema.generated.ts';
import { type ClientOptions, sender } from './send.ts';

export interface AgentOptions extends ClientOptions {
  /** The store. */
  slug: string;
}

export type AgentClient = ReturnType<typeof createAgentClient>;

/** Client of a shopping agent at one store. Amounts are in minor units of the currency. */
export function createAgentClient({ slug, ...options }: AgentOptions) {
  const call = caller(sender(options));
  return {
    /** Reads which capabilities the store offers. */
    getManifest: () => call('getManifest', { slug }),

    /** Searches by words; `after` is `page_info.end_cursor` of the page before. */
    search: (words: string, page: Omit<InputOf<'searchCatalog'>, 'slug' | 'q'> = {}) =>
      call('searchCatalog', { slug, q: words, ...page }),

    /** Searches page by page, until there is no further one. */
    async *searchPages(words: string, first = 20): AsyncGenerator<AnswerOf<'searchCatalog'>> {
      let after: string | null = null;
      do {
        const input = { slug, q: words, first, ...(after === null ? {} : { after }) };
        const page: AnswerOf<'searchCatalog'> = await call('searchCatalog', input);
        yield page;
        after = page.page_info.has_next_page ? page.page_info.end_cursor : null;
      } while (after !== null);
    },

    /** Reads products by ids of products or variants. */
    lookup: (ids: readonly string[]) => call('lookupCatalog', { slug, ids: ids.join(',') }),

    createCart: (body: CreateCartRequest) => call('createCart', { slug, body }),
    getCart: (cart_id: string) => call('getCart', { slug, cart_id }),
    updateCart: (cart_id: string, body: UpdateCartRequest) => call('updateCart', { slug, cart_id, body }),
    cancelCart: (cart_id: string) => call('cancelCart', { slug, cart_id }),

    /** Prices the shipping options to an address. */
    quote: (body: QuoteFulfillmentRequest) => call('quoteFulfillment', { slug, body }),

    /**
     * Creates a checkout session. Every retry of the call sends the same key; give one of your own to repeat the purchase's
     * creation after a crash without a second session.
     */
    createSession: (body: CreateCheckoutSessionRequest, idempotencyKey: string = crypto.randomUUID()) =>
      call('createCheckoutSession', { slug, body }, { 'idempotency-key': idempotencyKey }),
    getSession: (session_id: string) => call('getCheckoutSession', { slug, session_id }),
    updateSession: (session_id: string, body: UpdateCheckoutSessionRequest) =>
      call('updateCheckoutSession', { slug, session_id, body }),
    /** Completes the session once the buyer has paid at `continue_url`, and names its order. */
    completeSession: (session_id: string) => call('completeCheckoutSession', { slug, session_id }),
    cancelSession: (session_id: string) => call('cancelCheckoutSession', { slug, session_id }),

    getOrder: (order_id: string) => call('getOrder', { slug, order_id }),
  };
}
