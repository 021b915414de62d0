import { type Kysely, sql } from 'kysely';

/**
 * Adds whether an order is paid, and raises sums below zero to it. Earlier versions stored the status alone: `pending` is unpaid,
 * and the next read of an order corrects the rest.
 */
export async function addPaid(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .alterTable('orders')
    .addColumn('paid', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('checkout_sessions')
    .addColumn('order_paid', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update orders set paid = 1 where payment = 'verified' and status <> 'pending'`.execute(database);
  await sql`update checkout_sessions set order_paid = 1
    where payment = 'verified' and order_status <> 'pending'`.execute(database);
  await sql`update orders set total = 0 where total < 0`.execute(database);
  await sql`update shop_order_days set revenue = 0 where revenue < 0`.execute(database);
}
