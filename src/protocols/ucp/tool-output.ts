/** What an answer of a tool must have (the schemas' `required`), and where its whole schema is. */
interface Answer {
  schema: string;
  members: readonly string[];
}

/** By the last word of a tool's name. */
const ANSWERS: Readonly<Record<string, Answer>> = {
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
 * The resource or, where there is none, what the business says instead: clients refuse an answer that their tool's schema does
 * not allow. The whole schemas are named and not referred to: clients compile it as it is, and each version has its own.
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
