import type { z } from 'zod';
import type { Account } from '../storage/repositories/identity/account-rows.ts';
import type { MerchantContext, OperatorVisit } from './visit.ts';

/**
 * Words with which the command line offers an action. It runs the same action as `command line`: for `--account` where the access
 * is `account`, at the store `<slug>` where it is `store`, in the organization `<id>` where it is `organization`. Options, their bounds and choices come from the input. A `{max}` in a
 * description is the bound of its member.
 */
export interface CommandWords<Answer> {
  /** With the names of its groups: `tokens revoke`. */
  name: string;
  /** Begins with a verb, without a full stop. */
  summary: string;
  /** Paragraphs below the usage. */
  details?: string;
  /** Arguments after the binary's name, one example a line. Left out: the name, and a store where it acts at one. */
  examples?: readonly string[];
  /** Arguments and options by members of the input, the only ones on offer; a nullable argument takes `default` for null. `place`: option that names the store or account. */
  members?: Readonly<Record<string, Words>>;
  /** Flags that set a member to null in place of its argument. */
  nulls?: Readonly<Record<string, Words>>;
  /** Set where the words that are typed are not members of the input. */
  typed?: { shape: z.ZodObject; toInput(typed: Typed, visit: OperatorVisit): Typed | Promise<Typed> };
  /** `account`: acts for every account without `--account`. `store`: acts on all stores of the installation, for no account. */
  ofEvery?: 'account' | 'store';
  /** Finds the account in place of `--account`. */
  ownerOf?(visit: OperatorVisit, input: Typed): Promise<Account | undefined>;
  /** Member that is a password: asked for on the terminal, or read with `--password-stdin`. */
  password?: string;
  /** Set where it changes nothing without `--yes`: what the flag is for, and the end of the sentence "Add --yes to …". */
  yes?: {
    description: string;
    describeRefusal(visit: OperatorVisit, input: Typed): Promise<string>;
  };
  /** True where an installation may begin with it: it creates a missing database. */
  begins?: true;
  /** Kinds of the jobs that it enqueues, which run at once: the service may not be running. */
  jobs?: readonly string[];
  prints: Printed<Answer>;
}

type Typed = Record<string, unknown>;

/** `<id>`, `[name...]` or `--scope <scope>`, and what it is. */
type Words = readonly [usage: string, description: string];

/** Account, store or organization of a command. */
export interface Place {
  account?: string;
  slug?: string;
  /** Its name. */
  organization?: string;
}

/** Installation in which a command runs. */
export interface Installation
  extends Pick<MerchantContext, 'about' | 'now'>,
    Pick<OperatorVisit, 'commandOf'> {
  /** Members of the input as they were typed. */
  typed: Typed;
}

/** Output for people; `--json` prints the answer itself. */
type Printed<Answer> =
  | { file: true }
  | { done(answer: Answer, place: Place, installation: Installation): string }
  | { text(answer: Answer, place: Place): string }
  | { details(answer: Answer, installation: Installation): readonly (readonly [string, string])[] }
  | {
      columns: Readonly<Record<string, (row: Row<Answer>, installation: Installation) => string>>;
      /** Whether a row says that something was refused: the command then exits with 1. */
      isRefusal?(row: Row<Answer>): boolean;
      none: string;
      /** Command whose help says how to begin; the group of the list when left out. */
      seeAlso?: string;
    };

type Row<Answer> = (Answer extends { items: (infer Item)[] } ? Item : Answer) & Place;
