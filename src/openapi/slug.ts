/** The store, in the path. */
export const SLUG = {
  name: 'slug',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example: 'demo-shopify',
};
