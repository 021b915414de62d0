import type { Account } from '../storage/repositories/account-rows.ts';
import type { MerchantContext } from './visit.ts';

/**
 * Words with which the command line offers an action. It runs the same action as `command line`: for `--account` where the access
 * is `account`, at the store `<slug>` where it is `store`. Options, their bounds and choices come from the input.
 */
export interface CommandWords<Answer> {
  /** Name, and arguments, which are members of the input: `tokens revoke <token_id>`. */
  usage: string;
  /** Begins with a verb, without a full stop. */
  summary: string;
  /** Paragraphs below the usage. */
  details?: string;
  /** Arguments after the binary's name, one example a line. */
  examples: readonly string[];
  /** Arguments and options by members of the input; a member without words is not offered. */
  members?: Readonly<Record<string, string | readonly [flags: string, description: string]>>;
  /** Set where it acts for every account without `--account`. */
  ofEvery?: 'account';
  /** Finds the account in place of `--account`. */
  ownerOf?(context: MerchantContext, input: Record<string, unknown>): Promise<Account | undefined>;
  /** Kinds of the jobs that it enqueues, which run at once: the service may not be running. */
  jobs?: readonly string[];
  prints: Printed<Answer>;
}

/** Account or store of a command, as it was named. */
export interface Place {
  account?: string;
  slug?: string;
}

/** A sentence about a change, a text as it is, or a table with the sentence for an empty one. `--json` prints the answer itself. */
type Printed<Answer> =
  | { done(answer: Answer, place: Place): string }
  | { text(answer: Answer, place: Place): string }
  | { columns: Readonly<Record<string, (row: Row<Answer>) => string>>; none: string };

type Row<Answer> = (Answer extends { items: (infer Item)[] } ? Item : Answer) & Place;

/** `2026-11-22 11:04 UTC` of an instant. */
export function minute(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
