import type { Goods } from '../goods.ts';
import type { WpAdmin } from '../wp-admin.ts';

const ROUTES = '/ucp-host-proof/v1';

/** Content of the site that makes a plugin matter. */
export interface SiteContent {
  /** WordPress's options by their names; null deletes one. */
  options?: Record<string, unknown>;
  /** Posts of any type, with their meta. */
  posts?: { post_type: string; post_title: string; meta?: Record<string, unknown> }[];
  /** Rows by their table without the prefix; arrays and objects are stored as JSON. */
  rows?: [table: string, row: Record<string, unknown>][];
  /** Product that the plugin treats in its own way, as WooCommerce's REST API takes it. */
  product?: Record<string, unknown>;
  /** Goods to buy beside that product. */
  lines?: [id: number, quantity: number][];
  /** Quantity of that product. */
  pieces?: number;
}

export type WriteContent = (goods: Goods) => SiteContent;

export interface WrittenContent {
  lines: [id: number, quantity: number][];
  undo(): Promise<void>;
}

/** Writes the content, and returns what is bought of it. */
export async function writeContent(
  { rest, ask }: WpAdmin,
  name: string,
  content: SiteContent,
): Promise<WrittenContent> {
  const undos: (() => Promise<unknown>)[] = [];
  const undo = async () => {
    for (const each of undos.toReversed()) await each();
  };
  if (content.options) {
    const before = await rest('POST', `${ROUTES}/options`, content.options);
    undos.push(() => rest('POST', `${ROUTES}/options`, before));
  }
  for (const post of content.posts ?? []) {
    const id = await rest('POST', `${ROUTES}/posts`, post);
    undos.push(() => ask('DELETE', `${ROUTES}/posts/${id}`));
  }
  for (const [table, row] of content.rows ?? []) {
    const id = await rest('POST', `${ROUTES}/tables/${table}`, row);
    undos.push(() => ask('DELETE', `${ROUTES}/tables/${table}/${id}`));
  }
  const lines = [...(content.lines ?? [])];
  if (content.product) {
    const body = { name: `Proofware ${name}`, regular_price: '24.00', ...content.product };
    const { id } = await rest('POST', '/wc/v3/products', body);
    undos.push(() => ask('DELETE', `/wc/v3/products/${id}?force=true`));
    lines.unshift([id, content.pieces ?? 1]);
  }
  return { lines, undo };
}
