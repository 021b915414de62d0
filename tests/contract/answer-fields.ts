import { z } from 'zod';

/** Member of an answer in a table of the contract, with its type in words and as a check. */
export interface AnswerField {
  /** Path of the member: `variants[].price` is the price of every variant. */
  path: string;
  type: string;
  check: z.ZodType;
  /** Allows samples without the member, as long as one has it. */
  optional?: true;
}

export type Resource = 'Manifest' | 'Totals' | 'Link' | 'CheckoutSession' | 'Cart' | 'Product' | 'Order';

const text = z.string();
const nonEmpty = z.string().min(1);
const minor = z.int();
const currency = z.string().regex(/^[A-Z]{3}$/);
const uri = z.url();
const instant = z.iso.datetime();
const version = z.iso.date();
const object = z.record(z.string(), z.unknown());
const list = z.array(z.unknown());
const capabilities = z.record(
  z.string().regex(/^dev\.ucp\.shopping\.\w+$/),
  z.looseObject({ version: z.iso.date() }),
);

function field(path: string, type: string, check: z.ZodType): AnswerField {
  return { path, type, check };
}

const optional = (answerField: AnswerField): AnswerField => ({ ...answerField, optional: true });

const envelope = [
  field('ucp', 'object', object),
  field('ucp.version', 'string, date-form', version),
  field('ucp.capabilities', 'object of {version}', capabilities),
];

const variantGid = z.string().regex(/^gid:\/\/\w+\/ProductVariant\/\d+$/);

/** Members of answers by table, in the contract's order. */
export const answerFields: Record<Resource, readonly AnswerField[]> = {
  Manifest: [
    field('ucp.version', 'string, date-form', version),
    field(
      'ucp.services',
      'object of {transport, endpoint, schema?}',
      z.record(z.string(), z.looseObject({ transport: nonEmpty, endpoint: uri, schema: uri.optional() })),
    ),
    field('ucp.capabilities', 'object of {version}', capabilities),
    field('ucp.payment_handlers', 'object', object),
    field(
      'ucp.payment_handlers.redirect.type',
      'dev.ucp.payment.redirect',
      z.literal('dev.ucp.payment.redirect'),
    ),
    field('ucp.payment_handlers.redirect.redirect_url', 'string, URI', uri),
  ],
  Totals: [
    field('subtotal', 'integer', minor),
    field('tax', 'integer', minor),
    field('total', 'integer', minor),
  ],
  Link: [field('rel', 'string', nonEmpty), field('href', 'string, URI', uri)],
  CheckoutSession: [
    ...envelope,
    field('id', 'string, UUID', z.uuid()),
    field(
      'status',
      'initiated, requires_escalation, completed or failed',
      z.enum(['initiated', 'requires_escalation', 'completed', 'failed']),
    ),
    field('currency', 'string, ISO 4217', currency),
    field('line_items', 'array of LineItem', list),
    field('line_items[].item.id', 'string, a variant GID', variantGid),
    field('line_items[].item.title', 'string', nonEmpty),
    field('line_items[].item.price', 'integer', minor),
    field('line_items[].item.image_url', 'string or null', text.nullable()),
    field('line_items[].quantity', 'integer, at least 1', z.int().min(1)),
    field('totals', 'Totals', object),
    field('links', 'array of Link', list),
    field('continue_url', 'string, URI, nullable', uri.nullable()),
    field('expires_at', 'string, date-time', instant),
    field('_links.self', 'string, URI', uri),
    field('_links.complete', 'string, URI', uri),
    field('_links.cancel', 'string, URI', uri),
  ],
  Cart: [
    ...envelope,
    field('id', 'string', nonEmpty),
    field('status', 'active or canceled', z.enum(['active', 'canceled'])),
    field('currency', 'string', currency),
    field('line_items', 'array', list),
    field('totals', 'Totals', object),
    optional(field('discounts', 'object', object)),
    optional(field('discounts.codes', 'array of string', z.array(text))),
    optional(
      field(
        'discounts.applied',
        'array of {code, amount}',
        z.array(z.object({ code: nonEmpty, amount: minor })),
      ),
    ),
    optional(
      field(
        'discounts.rejected',
        'array, each with its reason',
        z.array(
          z.object({ code: nonEmpty, reason: z.string().startsWith('discount_code_'), message: nonEmpty }),
        ),
      ),
    ),
    field('continue_url', 'string, URI', uri),
    field('expires_at', 'string, date-time', instant),
    ...['self', 'update', 'cancel', 'checkout'].map((link) => field(`_links.${link}`, 'string, URI', uri)),
  ],
  Product: [
    field('id', 'string, a product GID', z.string().regex(/^gid:\/\/\w+\/Product\/\d+$/)),
    field('title', 'string', nonEmpty),
    field('description', 'string', text),
    field('handle', 'string', nonEmpty),
    field('url', 'string, URI', uri),
    field('price_range.min', 'integer', minor),
    field('price_range.max', 'integer', minor),
    field('price_range.currency', 'string', currency),
    field('variants', 'array', list),
    field('variants[].id', 'string, a variant GID', variantGid),
    field('variants[].title', 'string', nonEmpty),
    field('variants[].price', 'integer', minor),
    field('variants[].currency', 'string', currency),
    field('variants[].available', 'boolean', z.boolean()),
    field('media', 'array', list),
    field('media[].url', 'string, URI', uri),
    field('media[].alt', 'string or null', text.nullable()),
    field('availability', 'in_stock or out_of_stock', z.enum(['in_stock', 'out_of_stock'])),
    field('tags', 'array of string', z.array(text)),
  ],
  Order: [
    ...envelope,
    field('id', 'string, UUID', z.uuid()),
    field(
      'status',
      'one of the seven',
      z.enum(['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'canceled', 'refunded']),
    ),
    field('currency', 'string', currency),
    field('line_items', 'array', list),
    field('line_items[].item.id', 'string', nonEmpty),
    field('line_items[].item.title', 'string', nonEmpty),
    field('line_items[].quantity', 'integer', z.int().min(1)),
    field('line_items[].price', 'integer', minor),
    field('totals', 'Totals', object),
    field('totals.shipping', 'integer', minor),
    field('buyer.email', 'string', text),
    ...['name', 'line1', 'city', 'region', 'postal_code', 'country'].map((member) =>
      field(`shipping_address.${member}`, 'string', text),
    ),
    field('tracking', 'array', list),
    ...['carrier', 'number', 'url'].map((member) => field(`tracking[].${member}`, 'string', nonEmpty)),
    field('_links.self', 'string, URI', uri),
  ],
};

export function titleOf({ path, type }: AnswerField): string {
  return `${path}: ${type}`;
}
