import { of, type Part, type Row, row } from '../contract/row.ts';

const VERSIONS = ['2026-08-25', '2026-04-08'] as const;
const TRANSPORTS = { rest: 'REST', mcp: 'MCP' } as const;

const checkout = of('official checkout');
const carts = of('official carts');
const catalog = of('the official catalog');
const discounts = of('official discounts');
const tools = of('official tools over MCP');
const orders = of('orders and their events');
const inParts = of('orders in parts');

const CATALOG = 'hold for the catalog';
const CART = 'hold for a cart, from its creation to what is left when it is gone';
const BOUGHT = 'hold for a checkout that is bought';
const CONVERTED = 'hold for a checkout that is made of a cart, and canceled';
const REFUSED = 'hold for codes that are refused';
const SOLD_OUT = 'hold for what is sold out, in part and in all, and for what is not there';

/** One row for each version and transport: all requests and answers of it hold against that version's schemas. */
function everyWire(says: string, ...titles: string[]): Row[] {
  return VERSIONS.flatMap((version) =>
    Object.entries(TRANSPORTS).map(([transport, name]) =>
      row(
        `${version}, ${name}: ${says}`,
        ...titles.map((title) => `the published schemas › ${version} over ${transport} › ${title}`),
      ),
    ),
  );
}

/** Capabilities, by what can be done with them. */
export const operationRows: readonly Part[] = [
  {
    name: 'dev.ucp.shopping.catalog.search and .lookup',
    rows: [
      ...everyWire('search, lookup, product', CATALOG),
      row(
        'search: a page of ten, cursors, the limit',
        catalog('is searched by words, ten products a page, on and on by a cursor'),
      ),
      row('search: needs a query', catalog('wants something to search for')),
      row('search: filters by price', catalog('is narrowed by price, in the store’s currency only')),
      row(
        'lookup: products and variants, each with the inputs that found it, no product twice',
        catalog('is looked up by ids of products and variants: each variant says which of them it answers'),
      ),
      row('lookup: request_too_large', catalog('refuses too many ids at once')),
      row(
        'get_product: the named variant first, selected options',
        catalog('tells all of one product: the variant that is meant in front, and what else there is'),
      ),
      row('get_product: not_found as an outcome', catalog('says not_found of a product that there is not')),
      row(
        'prices: minor units with their currency',
        catalog('prices variants in minor units with their currency'),
      ),
    ],
  },
  {
    name: 'dev.ucp.shopping.cart',
    rows: [
      ...everyWire('create, get, update, cancel', CART),
      row('create, read, replacement as a whole', carts('are created, read, and replaced as a whole')),
      row(
        'cancel: the last state once, then not_found',
        carts('are gone when they are canceled: their last state is told once'),
      ),
      row(
        'conversion: the cart’s contents win over the checkout’s',
        carts('become a checkout of what they hold, whatever is said beside them'),
      ),
      row(
        'conversion: one open checkout of a cart',
        carts('have one open checkout at a time, also when raced'),
      ),
    ],
  },
  {
    name: 'dev.ucp.shopping.checkout',
    rows: [
      ...everyWire('create, get, update, complete', BOUGHT),
      ...everyWire('create of a cart, cancel', CONVERTED),
      ...everyWire('what is sold out or not there', SOLD_OUT),
      row(
        'lines, totals, links and continue_url; requires_escalation',
        checkout('is created with lines, signed totals, links and where the buyer goes on'),
      ),
      row(
        'update: replaces everything and prices anew',
        checkout('replaces everything by an update, and prices it anew'),
      ),
      row(
        'complete: never without payment on the store’s own page',
        checkout('stays open until the store has the order, whoever calls complete'),
        'one store in both dialects › takes an agent’s word for a purchase in the contract only; officially it is under way until the store knows',
      ),
      row(
        'completed once the store has the order',
        checkout('is completed for who reads it once the shop has told of the order'),
      ),
      row(
        'cancel: canceled, final',
        checkout('cancels with its totals as they were, and lets nobody change it after that'),
      ),
      row('completed: final', checkout('lets nobody change or cancel what was paid')),
      row(
        'business outcomes: 200 with messages',
        checkout('says not_found as an outcome: there is no such checkout, and no error of the protocol'),
      ),
      row(
        'unavailable in part: what there is, with a message',
        checkout('sells what there is of it, and says what was left out'),
      ),
      row(
        'unknown members are ignored',
        checkout('ignores what it does not know, and what only responses say'),
      ),
      row(
        'eligibility claims: eligibility_not_accepted, and no block',
        checkout('says which claims it does not know, and sells all the same'),
      ),
      row(
        'invalid requests: 400 with what is wrong',
        checkout('refuses what the schema refuses with 400, naming it'),
      ),
    ],
  },
  {
    name: 'dev.ucp.shopping.discount',
    rows: [
      ...everyWire('codes that are refused', REFUSED),
      row(
        'applied with title and positive amount, totals negative',
        discounts('name what was applied with a title and a positive amount; totals have it negative'),
      ),
      row(
        'rejected codes: a warning each',
        discounts('say as a warning why NO-SUCH-CODE was not applied, and where it stands'),
        discounts('say as a warning why EXPIRED5 was not applied, and where it stands'),
      ),
      row(
        'items_discount is what is allocated to lines, discount is the rest',
        discounts('are off lines as far as they are allocated to lines, and else off the whole'),
        discounts('say which lines a code takes what off, and leave the lines it is not for alone'),
      ),
      row('codes replace each other', discounts('replace each other, and go when they are left out')),
      row('not negotiated: not read', discounts('are as good as not sent while the capability is off')),
    ],
  },
  {
    name: 'dev.ucp.shopping.order',
    rows: [
      ...VERSIONS.map((version) =>
        row(
          `${version}, REST, MCP and webhooks: every event and reading`,
          ...['shipped, delivered, refunded', 'canceled', 'refunded'].map(
            (fates) =>
              `the published schemas (${version}) › hold for an order that is ${fates}: each event, and what is read`,
          ),
        ),
      ),
      row(
        'reading: authenticated, by its own platform only',
        orders('is read by the platform that made its checkout, with a signature'),
      ),
      row(
        'created: told once paid',
        orders('tells of an order once it is paid, signed by a key of the profile'),
      ),
      row(
        'changes: the whole order each time',
        orders('tells of shipping and delivery, with tracking, and of no change twice'),
      ),
      row(
        'adjustments: signed quantities and amounts; lines that went stay',
        inParts('tell what was given back: goods with their money, and money alone'),
        inParts('still tell of a line that the merchant has removed, under the same name'),
      ),
      row(
        'failed deliveries are tried again',
        orders('tries again under the same id, in the order of what happened'),
        orders('waits as long as it is asked to'),
        orders('tells what a process that died had still to tell'),
      ),
    ],
  },
  {
    name: 'MCP',
    rows: [
      row(
        'names of tools, inputs that compile',
        tools('have the specification’s names, and inputs that any client compiles'),
      ),
      row(
        'structuredContent, and the same as text; what REST answers',
        tools('answer with data and the same as text, what REST answers'),
      ),
      row('every operation is a tool', tools('do all that REST does')),
      row(
        'outcomes are results',
        tools('say outcomes as results: what is not there, sold out, or over already'),
      ),
      row('-32602 for what is missing', tools('name what is missing with -32602')),
      ...VERSIONS.map((version) =>
        row(
          `${version}: tools take all that the schemas allow`,
          `the published schemas › let nothing through in ${version} that the tools’ own schemas stop`,
        ),
      ),
    ],
  },
];
