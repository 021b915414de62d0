import { of, only, type Part, row } from './row.ts';

const sessions = of('checkout sessions');
const idempotency = of('idempotency');
const carts = of('carts');
const overTime = of('carts over time');
const stress = of('carts, raced and with a platform in trouble');
const catalog = of('catalog');
const codes = of('discount codes');
const discovery = of('discovery');
const refusals = of('bad input');
const outage = of('while a shop is out');

const cancels = sessions('cancels with totals of 0, as often as it is asked');
const oneOutcome = codes(
  'gives each code that was supplied exactly one outcome, whatever the platform thinks of it',
);
const cartTerminal = carts('refuses to cancel or change a canceled cart with 409');
const lines = refusals('refuses wrong line items wherever they are taken, and names the member');
const queries = refusals('refuses wrong queries, and names the member');

/** What the contract leaves open of sessions, codes, carts and the catalog, as this service has decided it. */
export const decisionRows: readonly Part[] = [
  {
    name: 'Decided: names and manifest',
    rows: [
      row(
        'a GID of another platform or a URL of another shop: 400',
        refusals('refuses ids of another platform, shop or thing wherever they are taken'),
      ),
      row(
        'a product stands for its first available variant',
        sessions('takes a product GID or a product URL for its first available variant'),
        'every platform: catalog › resolves a product to its first available variant, a variant to itself, a product URL by its handle',
      ),
      only(
        'woocommerce',
        'a simple product is its own only variant',
        'a recorded simple product › becomes a product that is its own only variant',
      ),
      row(
        'the manifest with a trailing slash or without',
        discovery('answers the same with a trailing slash'),
      ),
      row(
        'the manifest is cached for a minute, with an ETag',
        discovery('may be cached for a minute and is not sent again to who knows it'),
      ),
    ],
  },
  {
    name: 'Decided: sessions',
    rows: [
      row('line items carry what the platform says', sessions('never takes title or price from the request')),
      row(
        'keys of 1 to 255 printable characters, per store',
        refusals('refuses keys that are empty, too long or not ASCII'),
        idempotency('remembers keys per store'),
      ),
      row(
        'raced creates of one key: one session, one platform cart',
        idempotency('makes one session and one platform cart of raced creates'),
      ),
      row(
        'a replay of a session that is still initiated',
        'a create that is cut off between claim and cart › leaves an initiated session that a replay returns as it stands, and fills once the maker is given up',
      ),
      row(
        'past expires_at: failed, complete 409',
        idempotency('expires a session after 6 hours: failed when read, its key free, complete refused'),
      ),
      row('cancel of a failed session: 200 with the same body', cancels),
      row(
        'PUT on a completed or failed session: 409',
        sessions('refuses complete, replace and cancel of a completed session'),
        cancels,
      ),
      row(
        'complete settles with the platform: verified or claimed, with its order',
        sessions('completes a paid session as verified, with its order'),
        sessions('completes an unpaid session as claimed, its order pending'),
      ),
      row(
        'links: the store’s policy pages',
        sessions('creates a session whose buyer can pay on the store’s own page'),
      ),
      row('1 to 100 line items, quantity 1 to 9,999', lines),
      row('a body of at most 256 KiB, else 413', refusals('refuses bodies over 256 KiB with 413')),
    ],
  },
  {
    name: 'Decided: discount codes',
    rows: [
      row(
        'a rejected code has a reason and a message',
        ...[
          'NO-SUCH-CODE as discount_code_invalid',
          'EXPIRED5 as discount_code_expired',
          'BIG100 as discount_code_minimum_not_met',
          'USEDUP as discount_code_usage_limit_reached',
        ].map((each) => codes(`rejects ${each}, with a message for a person, without failing`)),
      ),
      ...[
        'unknown: NO-SUCH-CODE',
        'expired: EXPIRED5',
        'below its minimum: BIG100',
        'at its minimum: BIG100',
        'above its maximum: MAX50',
        'used up: USEDUP',
        'for other goods: MUGSONLY',
        'for these goods: MUGSONLY',
        'for other buyers: VIP',
        'for certain buyers, when nobody knows who buys: VIP',
        'for this buyer: VIP',
        'for use alone, before another: SOLO and SUMMER10',
        'for use alone, after another: SUMMER10 and SOLO',
        'sent twice: SUMMER10 and  summer10 ',
        'for free shipping: FREESHIP',
      ].map((each) => row(`a code ${each.trim()}`, `every platform: every case of a code › a code ${each}`)),
      row(
        'trimmed, compared without case, duplicates collapse',
        codes('trims codes, compares them without case and collapses duplicates'),
      ),
      row(
        'session create answers with the same discounts as a cart',
        codes('applies a code with its amount: discounts.codes, discounts.applied and totals agree'),
      ),
      row('every answer adds up', oneOutcome, sessions('brings codes and totals up to date at completion')),
      row(
        'off: stripped also when malformed',
        codes('drops discounts silently, also malformed ones, while the capability discount is off'),
      ),
    ],
  },
  {
    name: 'Decided: carts',
    rows: [
      row(
        'unknown cart: 404',
        carts('says 404 for a cart that is not there, whatever its id, and before it judges the body'),
      ),
      row(
        'GET of a canceled cart: 200',
        carts('POST /carts/{cartId}/cancel: 200 with status canceled, and nothing is left to pay'),
      ),
      row('PUT on a canceled cart: 409', cartTerminal),
      row(
        'PUT with an empty line_items empties the cart',
        carts('empties the cart when PUT sends an empty line_items, and fills it again'),
      ),
      row(
        'PUT without line_items leaves the lines',
        carts('leaves the lines as they are when PUT mentions none'),
      ),
      row(
        'lives as long as the platform’s, at most 10 days',
        carts('gives expires_at, the platform’s, at most 10 days ahead'),
      ),
      row(
        'canceled when its time is over',
        overTime(
          'cancels a cart when its time is over: told on read, refused from then on, swept by many at once',
        ),
      ),
      row(
        'raced updates are ordered and lose no lines',
        stress('orders raced changes: each answer is what the cart held then, and the last is what it holds'),
        stress('loses no lines when lines and codes are changed at once'),
      ),
    ],
  },
  {
    name: 'Decided: catalog',
    rows: [
      row('q missing, empty or over 512 characters; first outside 1 to 100: 400', queries),
      row('ids missing or more than 100: 400', catalog('says 400 without ids, and for more than 100')),
      row('unknown ids are left out', catalog('leaves out ids that this store does not know')),
      row(
        'availability, tags, plain descriptions',
        catalog('finds products by everyday words, in the contract’s shape'),
      ),
      row(
        'price_range over all variants',
        'every platform: catalog › prices over all variants, in minor units of the shop currency',
      ),
      row(
        'paging by an optional cursor',
        catalog('answers no more than `first`, and the rest after its cursor'),
      ),
      row(
        'platform out: answered from the copy, which says so and how old it is',
        outage('search and lookup are answered from the copy, which says so and how old it is'),
      ),
    ],
  },
];
