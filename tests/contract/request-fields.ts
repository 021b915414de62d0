/** Member of a request, with valid and invalid values. */
export interface RequestField {
  path: string;
  type: string;
  required: boolean;
  right: readonly unknown[];
  wrong: readonly unknown[];
}

export type RequestTable = 'LineItem' | 'CreateSessionRequest' | 'Cart request body';

const NO_OBJECTS = ['text', 7, []];

function must(path: string, type: string, wrong: readonly unknown[]): RequestField {
  return { path, type, required: true, right: [], wrong };
}

function may(path: string, type: string, right: readonly unknown[], wrong: readonly unknown[]): RequestField {
  return { path, type, required: false, right, wrong };
}

const lineItems = must('line_items', 'non-empty array', [[], 'text', 7, null, {}]);

const buyer = [
  may('buyer', 'object', [{}], NO_OBJECTS),
  may('buyer.email', 'string, email', ['ada@example.com'], ['nobody', 7]),
];

const discounts = [
  may('discounts', 'object', [{}], NO_OBJECTS),
  may('discounts.codes', 'array of string', [[], ['SUMMER10']], ['SUMMER10', 7, [7]]),
];

/** Members of requests by table. Paths of LineItem begin below `line_items.0`. */
export const requestFields: Record<RequestTable, readonly RequestField[]> = {
  LineItem: [
    must('item', 'object', NO_OBJECTS),
    must('item.id', 'string', ['', 7, null, {}]),
    may('item.title', 'string', ['A hint'], [7, {}]),
    may('item.price', 'integer', [1, 4999], ['49.99', 49.99]),
    may('item.image_url', 'string or null', ['https://example.com/x.png', null], [7, {}]),
    may('quantity', 'integer, at least 1', [1, 2], [0, -1, 1.5, '2']),
  ],
  CreateSessionRequest: [
    lineItems,
    ...buyer,
    may('buyer.name', 'string', ['Ada Lovelace'], [7]),
    ...discounts,
  ],
  'Cart request body': [lineItems, ...discounts, ...buyer],
};

export function titleOf({ path, type, required }: RequestField): string {
  return `${path}: ${type}, ${required ? 'required' : 'optional'}`;
}
