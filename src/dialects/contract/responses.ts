import { z } from 'zod';
import { REJECTION_REASONS } from '../../commerce/cart.ts';
import { ORDER_STATUSES } from '../../commerce/order.ts';

const minorUnits = z.int();
const currency = z.string().regex(/^[A-Z]{3}$/);

const envelope = z.object({
  version: z.iso.date(),
  capabilities: z.record(z.string(), z.object({ version: z.iso.date() })),
});

const product = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  handle: z.string(),
  url: z.url(),
  price_range: z.object({ min: minorUnits, max: minorUnits, currency }),
  variants: z.array(
    z.object({ id: z.string(), title: z.string(), price: minorUnits, currency, available: z.boolean() }),
  ),
  media: z.array(z.object({ url: z.url(), alt: z.string().nullable() })),
  availability: z.enum(['in_stock', 'out_of_stock']),
  tags: z.array(z.string()),
});

export const productsResponse = z.object({ products: z.array(product) });

export const productPageResponse = productsResponse.extend({
  page_info: z.object({ has_next_page: z.boolean(), end_cursor: z.string().nullable() }),
});

const service = z.object({ transport: z.string(), endpoint: z.url(), schema: z.url().optional() });

export const manifestResponse = z.object({
  ucp: envelope.extend({
    services: z.record(z.string(), service),
    payment_handlers: z.object({
      redirect: z.object({ type: z.literal('dev.ucp.payment.redirect'), redirect_url: z.url() }),
    }),
  }),
});

const discounts = z.object({
  codes: z.array(z.string()),
  applied: z.array(z.object({ code: z.string(), amount: minorUnits })),
  rejected: z.array(z.object({ code: z.string(), reason: z.enum(REJECTION_REASONS), message: z.string() })),
});

export const sessionResponse = z.object({
  ucp: envelope,
  id: z.uuid(),
  status: z.enum(['initiated', 'requires_escalation', 'completed', 'failed']),
  currency,
  line_items: z.array(
    z.object({
      item: z.object({
        id: z.string(),
        title: z.string(),
        price: minorUnits,
        image_url: z.string().nullable(),
      }),
      quantity: z.int().min(1),
    }),
  ),
  totals: z.object({ subtotal: minorUnits, discount: minorUnits, tax: minorUnits, total: minorUnits }),
  discounts: discounts.optional(),
  links: z.array(z.object({ rel: z.string(), href: z.url() })),
  continue_url: z.url().nullable(),
  expires_at: z.iso.datetime(),
  order: z.object({ id: z.uuid(), status: z.enum(ORDER_STATUSES) }).optional(),
  payment: z.enum(['verified', 'claimed']).optional(),
  _links: z.object({ self: z.url(), complete: z.url(), cancel: z.url() }),
});
