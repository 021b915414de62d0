<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Carts\Cart;
use UcpHost\Pricing\Items;

defined( 'ABSPATH' ) || exit;

/** Keeps why the shop's checkout refused a cart when its buyer came, such as a minimum that is not met. */
final class CheckoutRefusal {

	private const MAX_LENGTH = 500;

	/** Asks WooCommerce and plugins as the checkout page does, which shows their errors itself. */
	public static function record( Cart $cart ): void {
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WooCommerce's action, by which plugins refuse carts.
		do_action( 'woocommerce_check_cart_items' );
		$notices = wc_get_notices( 'error' );
		wc_clear_notices();
		if ( ! $notices ) {
			delete_transient( self::key( $cart ) );
			return;
		}
		$texts = array_map( array( Items::class, 'sentence' ), $notices );
		set_transient( self::key( $cart ), mb_substr( implode( ' ', $texts ), 0, self::MAX_LENGTH ), max( 1, $cart->expires_at - time() ) );
	}

	/** Null when the checkout took it, when no buyer came, and after a change of the cart. */
	public static function of( Cart $cart ): ?string {
		$message = get_transient( self::key( $cart ) );
		return is_string( $message ) ? $message : null;
	}

	private static function key( Cart $cart ): string {
		return 'ucp_host_refused_' . md5( $cart->id . wp_json_encode( $cart->content->to_array() ) );
	}
}
