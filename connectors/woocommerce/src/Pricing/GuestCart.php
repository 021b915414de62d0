<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Cart;

defined( 'ABSPATH' ) || exit;

/** Temporary WooCommerce cart without an owner, discarded after the work. */
final class GuestCart {

	/**
	 * Lends the cart to the work and returns what that returns. In a REST request the key's owner is logged in, and
	 * WooCommerce would load, and then overwrite, that person's own cart.
	 *
	 * @template T
	 * @param callable(WC_Cart): T $work
	 * @return T
	 */
	public static function lend( ?Destination $destination, callable $work ) {
		$shop    = WC();
		$user    = get_current_user_id();
		$before  = array( $shop->session, $shop->customer, $shop->cart );
		$filters = self::filters( null !== $destination );
		wp_set_current_user( 0 );
		foreach ( $filters as $name => $filter ) {
			add_filter( $name, $filter, PHP_INT_MAX );
		}
		try {
			return $work( self::load( $destination ) );
		} finally {
			remove_action( 'shutdown', array( $shop->customer, 'save' ), 10 );
			foreach ( $filters as $name => $filter ) {
				remove_filter( $name, $filter, PHP_INT_MAX );
			}
			// Late hooks of others want a session: where there was none, ours stays.
			if ( $before[0] ) {
				list( $shop->session, $shop->customer, $shop->cart ) = $before;
			}
			wp_set_current_user( $user );
		}
	}

	private static function load( ?Destination $destination ): WC_Cart {
		$shop           = WC();
		$shop->session  = null;
		$shop->customer = null;
		$shop->cart     = null;
		add_filter( 'woocommerce_set_cookie_enabled', '__return_false' );
		wc_load_cart();
		wc_clear_notices();
		$shop->cart->get_cart();
		( $destination ?? Destination::base() )->give_to( $shop->customer );
		$shop->customer->set_calculated_shipping( null !== $destination );
		return $shop->cart;
	}

	/** Without a destination nothing is sent; with one, what is blank in it must not stand in the way. */
	private static function filters( bool $is_sent ): array {
		return CheckoutPage::filters() + array(
			'woocommerce_session_handler' => static fn() => EphemeralSession::class,
			'woocommerce_cart_ready_to_calc_shipping' => static fn() => $is_sent,
			'pre_option_woocommerce_shipping_cost_requires_address' => static fn() => 'no',
		);
	}
}
