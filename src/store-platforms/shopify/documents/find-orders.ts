import { ORDER_FIELDS } from './order-fields.ts';

/** Admin API. */
export const FIND_ORDERS = /* GraphQL */ `
query FindOrders($query: String!, $withStatusPage: Boolean!) {
  orders(first: 3, query: $query, sortKey: CREATED_AT, reverse: true) {
    nodes { ...OrderFields }
  }
}
${ORDER_FIELDS}`;
