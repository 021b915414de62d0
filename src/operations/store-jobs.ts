/** Kinds of jobs that operations and webhooks enqueue. */
export const IMPORT_PRODUCTS = 'import_products';
/** Reads the shop's description: its currency, name and policies. */
export const REFRESH_STORE = 'refresh_store';
/** Reads recent changes of the shop: finds events that were missed. */
export const CATCH_UP = 'catch_up';
export const CHECK_SUBSCRIPTIONS = 'check_subscriptions';
/** Removes the webhook subscriptions of a disconnected store. */
export const UNSUBSCRIBE = 'unsubscribe';
/** Removes all data of a deleted store. Subject: the slug that the store had. */
export const ERASE_STORE = 'erase_store';
/** Empties the platform cart of a canceled session or cart. Subject: `session/` or `cart/`, and the id. */
export const EMPTY_CART = 'empty_cart';
/** Subject: the platform's GID of the order. */
export const REFRESH_ORDER = 'refresh_order';
/** Marks an order for the merchant. Subject: the platform's GID of the order. */
export const TAG_ORDER = 'tag_order';
/** Asks the shop for a sign of life. */
export const CHECK_SHOP = 'check_shop';
/** Sums all orders of the shop by day. */
export const READ_SHOP_ORDERS = 'read_shop_orders';
/** Jobs after a change at the shop, by the member of its description that changed. */
export const DESCRIPTION_JOBS = { currency: { kind: IMPORT_PRODUCTS }, timeZone: { kind: READ_SHOP_ORDERS } };
/** Tries the credentials part by part, and the shop's domain. */
export const CHECK_ACCESS = 'check_access';
