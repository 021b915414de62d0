/** Published schemas and required members of answers, by the last word of the tool's name. */
const ANSWERS: Readonly<Record<string, { schema: string; members: readonly string[] }>> = {
  checkout: {
    schema: 'checkout.json',
    members: ['id', 'line_items', 'status', 'currency', 'totals', 'links'],
  },
  cart: { schema: 'cart.json', members: ['id', 'line_items', 'currency', 'totals'] },
  order: {
    schema: 'order.json',
    members: ['id', 'checkout_id', 'permalink_url', 'line_items', 'fulfillment', 'currency', 'totals'],
  },
  catalog: { schema: 'catalog_search.json, catalog_lookup.json', members: ['products'] },
  product: { schema: 'catalog_lookup.json', members: ['product'] },
};

const UCP = {
  type: 'object',
  properties: { version: { type: 'string' }, status: { enum: ['success', 'error'] } },
  required: ['version', 'status'],
};

const ERROR = { properties: { ucp: { properties: { status: { const: 'error' } } } }, required: ['messages'] };

/**
 * Schema of the resource or of an error, by which clients validate answers. Published schemas are named instead of
 * referenced, because clients compile the schema alone and each version has its own.
 */
export function outputSchema(toolName: string): object {
  const answer = ANSWERS[toolName.slice(toolName.lastIndexOf('_') + 1)];
  if (!answer) throw new Error(`It is not said what ${toolName} answers.`);
  const { schema, members } = answer;
  return {
    type: 'object',
    description: `As in https://ucp.dev/{ucp.version}/schemas/shopping/: ${schema}; or an error_response.`,
    properties: { ucp: UCP, messages: { type: 'array', items: { type: 'object' } } },
    required: ['ucp'],
    anyOf: [{ required: members }, ERROR],
  };
}
