/** The store, in the path of whatever is about one. */
export const SLUG = {
  name: 'slug',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example: 'demo-shopify',
};
