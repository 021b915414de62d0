<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use Throwable;
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

	/** A decimal string of major units; empty without a price, and where the shop hides it from guests. */
	public static function of( WC_Product $product ): string {
		return self::read( $product )['price'];
	}

	/** With the text of the shop's pages where that says more than the price. @return array{price: string, text: string} */
	public static function read( WC_Product $product ): array {
		$read         = self::at_place( static fn() => PriceText::read( $product, self::shown( $product, (string) $product->get_price() ) ) );
		$read['text'] = trim( $read['text'] . ' ' . self::steps( $product ) );
		return $read;
	}

	/** Plugins sell parts of a piece, such as half a kilogram; carts of agents hold whole ones. Empty for other goods. */
	private static function steps( WC_Product $product ): string {
		if ( ! has_action( 'woocommerce_quantity_input_step' ) && ! has_action( 'woocommerce_quantity_input_args' ) ) {
			return '';
		}
		$field = array(
			'input_value' => 1,
			'min_value'   => 1,
			'max_value'   => -1,
			// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WooCommerce's filter, by which plugins change the field of its pages.
			'step'        => apply_filters( 'woocommerce_quantity_input_step', 1, $product ),
		);
		try {
			// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- likewise.
			$step = (float) ( apply_filters( 'woocommerce_quantity_input_args', $field, $product )['step'] ?? 1 );
		} catch ( Throwable $failure ) {
			return '';
		}
		/* translators: %s: a number below or beside whole ones, such as 0.5 */
		return $step > 0 && floor( $step ) !== $step ? sprintf( __( 'Sold in steps of %s; agents order whole quantities.', 'ucp-host' ), $step ) : '';
	}

	/** The same of the price before a sale. */
	public static function before_sale( WC_Product $product ): string {
		return self::at_place( static fn() => self::shown( $product, (string) $product->get_regular_price() ) );
	}

	/**
	 * The sale with dates that runs or is to come, with instants in UTC. Null where a plugin sets the price that guests are shown: it need not
	 * follow the dates.
	 *
	 * @return array{price: string, from: string|null, to: string|null}|null
	 */
	public static function sale( WC_Product $product, string $shown_price ): ?array {
		$price   = (string) $product->get_sale_price();
		$regular = (float) $product->get_regular_price();
		$now     = (string) $product->get_price();
		$from    = $product->get_date_on_sale_from();
		$to      = $product->get_date_on_sale_to();
		if ( '' === $price || (float) $price >= $regular || ( ! $from && ! $to ) || ( $to && $to->getTimestamp() < time() ) ) {
			return null;
		}
		if ( ! in_array( (float) $now, array( (float) $price, $regular ), true ) || self::at_place( static fn() => self::shown( $product, $now ) ) !== $shown_price ) {
			return null;
		}
		return array(
			'price' => self::at_place( static fn() => self::shown( $product, $price ) ),
			'from'  => $from ? gmdate( 'Y-m-d\TH:i:s\Z', $from->getTimestamp() ) : null,
			'to'    => $to ? gmdate( 'Y-m-d\TH:i:s\Z', $to->getTimestamp() ) : null,
		);
	}

	private static function shown( WC_Product $product, string $price ): string {
		return '' === $price ? '' : number_format( (float) wc_get_price_to_display( $product, array( 'price' => $price ) ), 6, '.', '' );
	}

	/**
	 * The key's owner is logged in, and may live elsewhere.
	 *
	 * @template T
	 * @param callable(): T $read
	 * @return T
	 */
	private static function at_place( callable $read ) {
		$place = array( self::class, 'place' );
		add_filter( 'woocommerce_get_tax_location', $place, PHP_INT_MAX );
		try {
			return $read();
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
