/** Jobs of one kind for parts of a shop that may wait for a store: from then on one job covers them all. */
export const MAX_WAITING_JOBS = 500;

/** Names of the kinds of jobs: column `kind` of the queue. */
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
/** Asks the operator's model what the texts of products mean. */
export const EMBED_PRODUCTS = 'embed_products';
/** Subject: the product's GID. */
export const REFRESH_PRODUCT = 'refresh_product';
/** Subject: the platform's GID of the order. */
export const REFRESH_ORDER = 'refresh_order';
/** Marks an order for the merchant. Subject: the platform's GID of the order. */
export const TAG_ORDER = 'tag_order';
/** Asks the shop for a sign of life. */
export const CHECK_SHOP = 'check_shop';
/** Sums all orders of the shop by day. */
export const READ_SHOP_ORDERS = 'read_shop_orders';
/** Tries the credentials part by part, and the shop's domain. */
export const CHECK_ACCESS = 'check_access';
/** Recurring job of a domain. Subject: the domain's id. */
export const CHECK_DOMAIN = 'check_domain';
/** Delivers messages of the outbox. Subject: their channel. */
export const DELIVER_EVENTS = 'deliver_events';
/** Collects the searches without a result of one hour. Subject: its end. */
export const REPORT_SEARCHES = 'report_searches';
export const CHECK_FEEDS = 'check_feeds';
/** Alerts a store's people by e-mail. Subject: `health/` or `endpoint/` and an id, `feeds/` and figures, or `buildMovedSubject`. */
export const SEND_ALERTS = 'send_alerts';

/** Jobs after a change at the shop, by the member of its description that changed. */
export const DESCRIPTION_JOBS = { currency: { kind: IMPORT_PRODUCTS }, timeZone: { kind: READ_SHOP_ORDERS } };
