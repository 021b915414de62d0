import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { NewProduct, ShopControl, ShopProduct, WebhookFaults } from './types.ts';

const price = z.string().regex(/^\d+(\.\d+)?$/);
const stock = z.int().nonnegative().nullable();
const newProductInput = z.strictObject({
  title: z.string().min(1),
  price,
  stock: stock.optional(),
  tags: z.array(z.string()).optional(),
  published: z.boolean().optional(),
});
const editInput = z.strictObject({
  title: z.string().min(1).optional(),
  price: price.optional(),
  stock: stock.optional(),
  published: z.boolean().optional(),
});
const webhookFaultsInput = z.strictObject({
  duplicated: z.boolean().optional(),
  reordered: z.boolean().optional(),
  lateMs: z.int().nonnegative().optional(),
  lost: z.boolean().optional(),
});

/** Routes that change products and inject faults of webhooks. */
export function addNewsRoutes(app: FastifyInstance, control: ShopControl): void {
  app.post('/_sandbox/products', (request, reply) => {
    const input = newProductInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    const news: NewProduct = given(input.data);
    return reply.code(201).send({ id: control.createProduct(news).id });
  });
  app.post<{ Params: { id: string } }>('/_sandbox/products/:id', (request, reply) => {
    const product = control.products.find(({ id }) => id === Number(request.params.id));
    if (!product) return reply.code(404).send({ error: `There is no product ${request.params.id}` });
    const input = editInput.safeParse(request.body ?? {});
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    edit(product, input.data);
    control.touchProduct(product.id);
    return { ok: true };
  });
  app.delete<{ Params: { id: string }; Querystring: { silently?: string } }>(
    '/_sandbox/products/:id',
    (request, reply) => {
      const product = control.products.find(({ id }) => id === Number(request.params.id));
      if (!product) return reply.code(404).send({ error: `There is no product ${request.params.id}` });
      control.deleteProduct(product.id, { silently: request.query.silently !== undefined });
      return { ok: true };
    },
  );
  app.post('/_sandbox/webhooks', (request, reply) => {
    const input = webhookFaultsInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    const faults: Partial<WebhookFaults> = given(input.data);
    control.injectWebhookFaults(faults);
    return { ok: true };
  });
}

/** Price and stock apply to all variants. */
function edit(product: ShopProduct, change: z.infer<typeof editInput>): void {
  const { price: newPrice, stock: newStock, ...ofProduct } = change;
  Object.assign(product, given(ofProduct));
  const ofVariants = given({ price: newPrice, stock: newStock });
  for (const variant of product.variants) Object.assign(variant, ofVariants);
}

type Given<Input> = { [Key in keyof Input]: Exclude<Input[Key], undefined> };

/** Omits members that zod returns as `undefined`. */
function given<Input extends object>(input: Input): Given<Input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Given<Input>;
}
