<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Product;

defined( 'ABSPATH' ) || exit;

/** Prices as the shop shows them to a guest who has not said where they live: with or without tax, by its own setting. */
final class ShownPrice {

	/**
	 * Plugins give prices and goods to visitors that are logged in, as the key's owner is.
	 *
	 * @template T
	 * @param callable(): T $read
	 * @return T
	 */
	public static function as_guest( callable $read ) {
		$user = get_current_user_id();
		wp_set_current_user( 0 );
		try {
			return $read();
		} finally {
			wp_set_current_user( $user );
		}
	}

	/** A decimal string of major units; empty without a price. */
	public static function of( WC_Product $product ): string {
		return self::shown( $product, (string) $product->get_price() );
	}

	/** The same of the price before a sale. */
	public static function before_sale( WC_Product $product ): string {
		return self::shown( $product, (string) $product->get_regular_price() );
	}

	private static function shown( WC_Product $product, string $price ): string {
		if ( '' === $price ) {
			return '';
		}
		$place = array( self::class, 'place' );
		// The key's owner is logged in, and may live elsewhere.
		add_filter( 'woocommerce_get_tax_location', $place, PHP_INT_MAX );
		try {
			return number_format( (float) wc_get_price_to_display( $product, array( 'price' => $price ) ), 6, '.', '' );
		} finally {
			remove_filter( 'woocommerce_get_tax_location', $place, PHP_INT_MAX );
		}
	}

	/** Guests of whom no place is known are shown no tax. */
	public static function includes_tax(): bool {
		return wc_tax_enabled() && 'incl' === get_option( 'woocommerce_tax_display_shop' ) && '' !== self::place()[0];
	}

	/** @internal As WooCommerce writes a place: country, state, postcode, city. @return string[] */
	public static function place(): array {
		$is_known = 'base' === get_option( 'woocommerce_tax_based_on' ) || '' !== (string) get_option( 'woocommerce_default_customer_address', 'base' );
		$base     = Destination::base();
		return $is_known ? array( $base->country, $base->region, $base->postal_code, $base->city ) : array( '', '', '', '' );
	}
}
