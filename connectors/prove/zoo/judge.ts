import type { Answer } from '../agent.ts';
import type { Seen } from './pay-in-shop.ts';

export type Verdict =
  | 'to the cent'
  | 'refused'
  | 'told what is missing'
  | 'shut out'
  | 'not finished'
  | 'silently wrong';

/** Purchase as the agent read it, as the buyer's browser showed it, and as WooCommerce stored it. */
export interface Purchase {
  /** Answer of `create_checkout`; undefined where it was refused. */
  quote?: Answer['body'];
  refusal?: string;
  /** Objection of the shop to a visitor who puts the same goods into the cart; only after a refusal. */
  shopSays?: string;
  seen?: Seen;
  /** Warnings of the connection's check to the merchant; only where no checkout was seen. */
  health?: string;
  order?: { total: string; currency: string };
  /** Answer of `get_order`. */
  read?: Answer['body'];
}

export interface Judgment {
  verdict: Verdict;
  note: string;
}

/** Classifies by the shop's page and order. `usual`: texts of a checkout of the same shop without the plugin. */
export function classifyPurchase(purchase: Purchase, usual: ReadonlySet<string>): Judgment {
  const { quote, seen, order } = purchase;
  if (!quote) return classifyRefusal(purchase);
  const news = listTexts(quote).filter((text) => !usual.has(text));
  const sums = describeSums(purchase);
  const texts = news.length > 0 ? ` Told: ${news.join(' ')}` : '';
  const orWarned = (other: Verdict): Verdict => (news.length > 0 ? 'told what is missing' : other);
  const isWarned = listWarnings(quote).some((text) => !usual.has(text));
  if (!seen?.isCheckout) return classifyWall(purchase, sums, texts, isWarned);
  if (!order) {
    const verdict = isWarned ? 'told what is missing' : 'not finished';
    return { verdict, note: `${sums}; ${seen.said || 'no order'}.${texts}` };
  }
  const isSame = [order.total, seen.total ?? order.total].every((sum) => digits(sum) === digits(quote.total));
  if (!isSame || order.currency !== quote.currency)
    return { verdict: orWarned('silently wrong'), note: `${sums}.${texts}` };
  return compareReading(purchase, `${sums}.${texts}`);
}

function classifyRefusal({ refusal = '', shopSays = '' }: Purchase): Judgment {
  return shopSays === ''
    ? { verdict: 'silently wrong', note: `the shop sells it; the agent was told: ${refusal}` }
    : { verdict: 'refused', note: `${refusal} The shop says: ${shopSays}` };
}

/** No checkout stood at the end of the link. */
function classifyWall(
  { seen, health = '' }: Purchase,
  sums: string,
  texts: string,
  isWarned: boolean,
): Judgment {
  const note = `${sums}; in place of the checkout: ${seen?.said ?? ''}.${texts}`;
  if (isWarned) return { verdict: 'told what is missing', note };
  return health === ''
    ? { verdict: 'silently wrong', note }
    : { verdict: 'shut out', note: `${note} The merchant is told: ${health}` };
}

/** The order as the agent reads it afterwards. */
function compareReading({ order, read }: Purchase, note: string): Judgment {
  const total = String(read?.total ?? '');
  if (digits(total) === digits(order?.total ?? '')) return { verdict: 'to the cent', note };
  return { verdict: 'silently wrong', note: `${note} The agent reads of the order: ${total}` };
}

function describeSums({ quote, seen, order }: Purchase): string {
  const charged = order ? `, order ${order.total} ${order.currency}` : '';
  return `told ${quote.total} ${quote.currency}, page ${seen?.total ?? 'none'}${charged}`;
}

function digits(amount: string): string {
  return String(amount).replaceAll(/\D/g, '');
}

/** Sentences that may say why a buyer cannot pay. */
function listWarnings({ note, messages, warnings }: Answer['body']): string[] {
  return listTexts({ note, messages, warnings });
}

/** Sentences of an answer that are not about this purchase's sums: notes, warnings, and names of lines and fees. */
export function listTexts(answer: Answer['body']): string[] {
  const { note, messages = [], warnings = [], fees = [], price_note = [] } = answer;
  return [note, messages, warnings, price_note, Array.isArray(fees) ? fees : []]
    .flat()
    .filter(Boolean)
    .map((each) => (typeof each === 'string' ? each : (each.message ?? each.text ?? JSON.stringify(each))));
}
