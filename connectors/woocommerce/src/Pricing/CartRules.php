<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use UcpHost\Rest\Refusal;
use WC_Cart;
use WP_Error;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WooCommerce's hooks, by which plugins refuse carts.

/** Asks the shop's rules about the whole cart as its checkout does: a minimum order, goods that do not go together. */
final class CartRules {

	/** Throws a refusal with the shop's own sentences. Without a destination, those about the address are not asked yet. */
	public static function ask( WC_Cart $cart, bool $has_destination ): void {
		$sentences = $cart->is_empty() ? array() : self::sentences( $cart );
		if ( $sentences && ! $has_destination ) {
			$sentences = array_intersect( $sentences, self::elsewhere( fn() => self::sentences( $cart ) ) );
		}
		if ( $sentences ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- an answer in JSON.
			throw Refusal::cart( implode( ' ', array_unique( $sentences ) ) );
		}
	}

	/** @return string[] */
	private static function sentences( WC_Cart $cart ): array {
		// WooCommerce's own checks, as the Store API does; `Items` and `Coupons` have made them.
		remove_action( 'woocommerce_check_cart_items', array( $cart, 'check_cart_items' ), 1 );
		remove_action( 'woocommerce_check_cart_items', array( $cart, 'check_cart_coupons' ), 1 );
		wc_clear_notices();
		do_action( 'woocommerce_check_cart_items' );
		$sentences = array_map( array( Items::class, 'sentence' ), wc_get_notices( 'error' ) );
		wc_clear_notices();
		if ( CheckoutPage::is_block() ) {
			$errors = new WP_Error();
			do_action( 'woocommerce_store_api_cart_errors', $errors, $cart );
			$sentences = array_merge( $sentences, array_map( 'wp_strip_all_tags', $errors->get_error_messages() ) );
		}
		return array_values( array_filter( $sentences, 'strlen' ) );
	}

	/**
	 * A sentence that another country, or nothing to be sent, takes away is about the address.
	 *
	 * @param callable(): string[] $ask
	 * @return string[]
	 */
	private static function elsewhere( callable $ask ): array {
		$base      = Destination::base();
		$countries = array_diff( array_keys( WC()->countries->get_shipping_countries() ), array( $base->country ) );
		$place     = $countries ? new Destination( (string) reset( $countries ), '', '', '', '' ) : $base;
		add_filter( 'woocommerce_cart_needs_shipping', '__return_false', PHP_INT_MAX );
		$place->give_to( WC()->customer );
		try {
			return $ask();
		} finally {
			$base->give_to( WC()->customer );
			remove_filter( 'woocommerce_cart_needs_shipping', '__return_false', PHP_INT_MAX );
		}
	}
}
