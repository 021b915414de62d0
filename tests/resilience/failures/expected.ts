import { type BadDayName, SUFFERED } from './faults.ts';
import type { OperationName } from './operations.ts';
import type { Cell, Left } from './words.ts';

/** Outcome on both store platforms, or on Shopify and WooCommerce. Operations of Shopify alone have one outcome. */
type Expected = Cell | readonly [shopify: Cell, woocommerce: Cell];

type Outcomes = Record<BadDayName, Expected>;

const everyDay = (always: Cell) =>
  Object.fromEntries([...SUFFERED, 'left_alone'].map((name) => [name, always])) as Outcomes;

/** Outcomes where one retry overcomes what fails a single call. */
const retried = (otherwise: Cell, overcome: Cell): Outcomes => ({
  ...everyDay(otherwise),
  ...{ down_once: overcome, throttled_once: overcome, dropped_write: overcome, server_error_once: overcome },
});

const cell = <Status extends 502 | 503 | 504>(status: Status, left: Left) => `${status} ${left}` as const;

/** Outcomes where the answer is an error of the shop. */
const refused = (left: Left, overcome: Cell): Outcomes => ({
  ...retried(cell(503, left), overcome),
  ...{ slow: cell(504, left), slow_write: cell(504, left) },
  ...{ malformed: cell(502, left), malformed_write: cell(502, left), server_error: cell(502, left) },
});

/** Outcomes of a call that makes a cart: only on WooCommerce does a retry overcome what fails one call. */
const created = (free: Left, lost: Left): Outcomes => ({
  ...refused(free, 'well done'),
  down_once: [cell(503, free), 'well done'],
  ...{ slow: cell(504, lost), slow_write: cell(504, lost), dropped: cell(503, lost) },
  dropped_write: [cell(503, lost), 'well done'],
  ...{ malformed: cell(502, lost), malformed_write: cell(502, lost) },
  server_error_once: [cell(502, free), 'well done'],
});

const NOTHING = everyDay('well nothing');
const COPIED = retried('copy nothing', 'well nothing');
const REFUSED = refused('nothing', 'well nothing');
const CREATED = created('key_free', 'key_free_lost_cart');
const CLAIMED = retried('well claimed', 'well done');
const REPLACED: Outcomes = {
  ...refused('unchanged', 'well done'),
  slow: ['504 unchanged', '504 shop_ahead'],
  slow_write: '504 shop_ahead',
  dropped: ['503 unchanged', '503 shop_ahead'],
  dropped_write: ['503 unchanged', 'well done'],
  malformed: ['502 unchanged', '502 shop_ahead'],
  malformed_write: ['502 unchanged', '502 shop_ahead'],
};
/** The last of Shopify's calls, which selects the option, is repeatable, and a failure of it reverts the cart. */
const CHOSEN: Outcomes = {
  ...REPLACED,
  slow_write: ['504 unchanged', '504 shop_ahead'],
  dropped_write: 'well done',
  malformed_write: ['502 unchanged', '502 shop_ahead'],
};
const EMPTIED: Outcomes = {
  ...retried('well full_cart', 'well done'),
  slow: ['well full_cart', 'well done'],
  slow_write: 'well done',
  dropped: ['well full_cart', 'well done'],
  malformed: ['well full_cart', 'well done'],
  malformed_write: 'well done',
};

/** Outcome of an operation under each fault: the answer to the agent and the remaining state. */
export const EXPECTED: Record<OperationName, Outcomes> = {
  // A site that has cut a list in half is asked for its halves.
  search: { ...COPIED, malformed_write: ['copy nothing', 'well nothing'] },
  search_on: REFUSED,
  lookup: COPIED,
  manifest: NOTHING,
  read_order: retried('stale nothing', 'well nothing'),
  find_order: REFUSED,
  connect: { ...refused('nothing', 'well done'), left_alone: 'well done' },
  create_session: CREATED,
  create_session_mcp: CREATED,
  get_session: NOTHING,
  replace_session: REPLACED,
  choose_shipping: CHOSEN,
  complete_session: CLAIMED,
  complete_session_mcp: CLAIMED,
  cancel_session: EMPTIED,
  cancel_session_mcp: EMPTIED,
  create_cart: created('nothing', 'lost_cart'),
  get_cart: NOTHING,
  update_cart: REPLACED,
  cancel_cart: EMPTIED,
  quote: REFUSED,
};
