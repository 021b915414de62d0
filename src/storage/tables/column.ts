import type { Gid } from '../../commerce/product/products.ts';
import type { Instant } from '../../commerce/time/time.ts';

/** How a column is stored. Both databases hold identical rows: instants are ISO text, flags 0 or 1, money integers in minor units. */
interface Stored {
  /** A `number` is the key of its table and counts up by itself. */
  type: 'text' | 'integer' | 'bigint' | 'number';
  domain?: 'flag' | 'json' | 'list';
  isSealed?: true;
  /** Opened when it is first read. */
  isLazy?: true;
  isOptional?: true;
  isInternal?: true;
  standard?: string | number;
  /** Table and column that a value refers to; deleting that row deletes this one. */
  refersTo?: readonly [table: string, column: string];
  /** That row is of the same store as this one. */
  isOfStore?: true;
  /** Migration that adds the column to tables of the baseline. */
  since?: string;
}

/** Part of a record that a column is: a value, a ciphertext that is opened, or none. */
type Part = 'value' | 'sealed' | 'none';

/** Types of a column: its value in the domain, as it is inserted, and what it is of a record. */
export interface Column<Value = unknown, Written = Value, As extends Part = Part> {
  readonly definition: Stored;
  readonly types?: { value: Value; written: Written; part: As };
}

/** Column that can be declared further. */
interface Declared<Value, Written, As extends Part> extends Column<Value, Written, As> {
  /** May be null. */
  readonly optional: Declared<Value | null, Written | null, As>;
  /** Only storage knows the column: records do not have it. */
  readonly internal: Declared<Value, Written, 'none'>;
  /** Stored for rows that name no value. */
  default(value: string | number): Declared<Value, Written | undefined, As>;
  references(table: string, column: string): Declared<Value, Written, As>;
  /** Like `references`, for a row of the same store. */
  referencesOfStore(table: string, column: string): Declared<Value, Written, As>;
  since(migration: string): Declared<Value, Written, As>;
}

function declareColumn<Value, Written = Value, As extends Part = 'value'>(
  definition: Stored,
): Declared<Value, Written, As> {
  return {
    definition,
    get optional() {
      return declareColumn<Value | null, Written | null, As>({ ...definition, isOptional: true });
    },
    get internal() {
      return declareColumn<Value, Written, 'none'>({ ...definition, isInternal: true });
    },
    default: (standard) => declareColumn<Value, Written | undefined, As>({ ...definition, standard }),
    references: (table, name) => declareColumn({ ...definition, refersTo: [table, name] }),
    referencesOfStore: (table, name) =>
      declareColumn({ ...definition, refersTo: [table, name], isOfStore: true }),
    since: (since) => declareColumn({ ...definition, since }),
  };
}

export const text = declareColumn<string>({ type: 'text' });
export const uuid = text;
export const gid = declareColumn<Gid>({ type: 'text' });
export const instant = declareColumn<Instant>({ type: 'text' });
export const integer = declareColumn<number>({ type: 'integer' });

/** One of some words. */
export const oneOf = <Word extends string>() => declareColumn<Word>({ type: 'text' });

export const flag = declareColumn<boolean>({ type: 'integer', domain: 'flag' });

/** Integer beyond 32 bits. */
export const big = declareColumn<number>({ type: 'bigint' });

/** Minor units. */
export const money = big;

/** Key that counts up by itself. */
export const number = declareColumn<number, number | undefined>({ type: 'number' });

export const json = <Value>() =>
  declareColumn<Value, Value | Readonly<Value>>({ type: 'text', domain: 'json' });

/** List as JSON; null for an empty one. */
export const list = <Item>() =>
  declareColumn<Item[], readonly Item[] | null>({ type: 'text', domain: 'list', isOptional: true });

/** Encrypted text. Its ciphertext is bound to the table, the column and the key of the row. */
export const sealed = () => declareColumn<string, string, 'sealed'>({ type: 'text', isSealed: true });

/** Encrypted text that is opened when it is first read: most readers of the row do not need it. */
export const lazilySealed = () =>
  declareColumn<string, string, 'sealed'>({ type: 'text', isSealed: true, isLazy: true });

export const sealedJson = <Value>() =>
  declareColumn<Value, Value, 'sealed'>({ type: 'text', domain: 'json', isSealed: true });

/** Id of a row of another table. */
export const ref = (table: string) => text.references(table, 'id');

/** Id of a row of the same store in another table. */
export const refOfStore = (table: string) => text.referencesOfStore(table, 'id');

/** Columns of a leased row. An owner that died leaves its lease behind; another one takes it over after `lease_expires_at`. */
export const lease = { lease_owner: text.optional.internal, lease_expires_at: instant.optional.internal };
