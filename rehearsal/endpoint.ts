import type { Json, Path } from './paths.ts';

/** Call as a model writes it: a tool with its arguments, or `POST /carts/{cart_id}` with those of path, query and body. */
export interface Call {
  tool: string;
  arguments: Json;
}

/** Answer as a model reads it. */
export interface Reply {
  failed: boolean;
  body: Json;
}

export type Exchange = (call: Call) => Promise<Reply>;

/** Variant in an answer of the catalog. */
export interface Listed {
  /** Members that name it in a call. */
  item: Json;
  /** Id of its product, where the answer has one besides. */
  product: string;
  title: string;
  available: boolean;
  /** Minor units. */
  price: number | undefined;
  /** The product's texts, as a model reads them. */
  text: string;
  /** True when the answer warns that the texts give instructions to models. */
  warned: boolean;
}

interface SaleLine {
  id: string;
  title: string;
  quantity: number;
  price: number | undefined;
  subtotal: number | undefined;
}

/** Cart or checkout in an answer; amounts in minor units. */
export interface Sale {
  id: string;
  status: string;
  url: string | undefined;
  lines: SaleLine[];
  totals: { subtotal: number; discount: number; fees: number; tax: number; shipping: number; total: number };
  /** Codes that the answer says were applied or rejected. */
  reportedCodes: string[];
}

export interface Order {
  items: readonly Json[];
  key?: string;
  email?: string;
  code?: string;
}

/** Endpoint with its right calls, and where their members are. */
export interface RehearsedEndpoint {
  name: string;
  exchange: Exchange;
  /** Paths of members in the arguments of a checkout. */
  items: Path;
  itemId: Path;
  email: Path;
  key: Path;
  /** Path of the agent platform's profile, where calls need one. */
  profile?: Path;
  limit: Path;
  /** True when a changed call needs another idempotency key. */
  hasKeyPerChange?: true;
  /** True when totals stay as they were while lines are replaced. */
  keepsTotals?: true;
  cursor: Path;
  query: Path;
  search(words: string, extras?: { limit?: number; cursor?: string }): Call;
  createCart?(items: readonly Json[]): Call;
  /** Makes a checkout of a cart; absent where checkouts take items alone. */
  createOfCart?(id: string): Call;
  create(order: Order): Call;
  /** Makes a checkout hold exactly these items; `removed` are ids of lines that it holds besides. */
  update(id: string, items: readonly Json[], removed: readonly string[]): Call;
  read(id: string): Call;
  complete(id: string): Call;
  cancel(id: string): Call;
  quote?(items: readonly Json[], country: string | undefined): Call;
  /** Path of the country in the arguments of a quote. */
  country?: Path;
  listed(body: Json): Listed[];
  nextCursor(body: Json): string | undefined;
  sale(body: Json): Sale | undefined;
  /** True for a checkout for which the buyer still has to pay. */
  isUnpaid(sale: Sale, body: Json): boolean;
  isCanceled(sale: Sale): boolean;
}
