<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Blocks_Utils;

defined( 'ABSPATH' ) || exit;

/** Kind of the page on which the buyer pays. */
final class CheckoutPage {

	public static function is_block(): bool {
		return WC_Blocks_Utils::has_block_in_page( wc_get_page_id( 'checkout' ), 'woocommerce/checkout' );
	}

	/**
	 * Filters under which a cart is priced as on this page: plugins charge, and tax services answer, only where `is_checkout()` holds.
	 * It holds for all requests of the classic checkout, and for none of the block checkout, whose totals come from the Store API.
	 *
	 * @return array<string, callable>
	 */
	public static function filters(): array {
		if ( self::is_block() ) {
			return array();
		}
		wc_maybe_define_constant( 'WOOCOMMERCE_CHECKOUT', true );
		return array( 'woocommerce_is_checkout' => '__return_true' );
	}
}
