import { attempts } from './attempts.ts';
import { audit } from './audit.ts';
import { carts } from './carts.ts';
import { checkoutSessions } from './checkout-sessions.ts';
import type { Database } from './database.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { retention } from './retention.ts';
import type { Sealing } from './sealing.ts';
import { stores } from './stores.ts';
import { tasks } from './tasks.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';

export type Repositories = ReturnType<typeof repositories>;

/** Everything that is remembered. */
export function repositories(database: Database, sealing: Sealing) {
  return {
    stores: stores(database, sealing),
    sessions: checkoutSessions(database, sealing),
    carts: carts(database, sealing),
    orders: orders(database, sealing),
    tasks: tasks(database),
    products: products(database),
    deliveries: webhookDeliveries(database),
    retention: retention(database),
    audit: audit(database),
    attempts: attempts(database),
  };
}
