/** What is done for a store in the background, by the name under which anybody may ask for it. */
export const IMPORT_PRODUCTS = 'import_products';
/** Asks the shop for its description: its currency, name and policies. */
export const REFRESH_STORE = 'refresh_store';
/** Reads what has changed in the shop lately: events that were missed are found so. */
export const CATCH_UP = 'catch_up';
export const CHECK_SUBSCRIPTIONS = 'check_subscriptions';
/** Takes the subscriptions back from the shop of a store that was disconnected. */
export const UNSUBSCRIBE = 'unsubscribe';
/** Removes everything of a store that was deleted. Its subject is the slug that the store had. */
export const ERASE_STORE = 'erase_store';
/** Empties the cart that the shop kept of a canceled session or cart. Its subject: `session/` or `cart/`, and the id. */
export const EMPTY_CART = 'empty_cart';
