import { ORDER_FIELDS } from './order-fields.ts';

/** Admin API. */
export const READ_ORDER = /* GraphQL */ `
query ReadOrder($id: ID!, $withStatusPage: Boolean!) {
  order(id: $id) { ...OrderFields }
}
${ORDER_FIELDS}`;
