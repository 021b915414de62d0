<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use Throwable;
use WC_Cart;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WooCommerce's hooks, by which plugins refuse carts.

/** Warnings about the shop's checkout, for the buyer of one cart: a missing account, no way of paying, a rule that speaks at the button. */
final class CheckoutWarnings {

	/** Set when a plugin has ended the request in which it was asked. */
	private const SKIPS = 'ucp_host_skips_checkout_process';

	/** @return string[] Sentences for the buyer. Asked last: plugins may change the cart meanwhile. */
	public static function of( WC_Cart $cart, bool $has_destination ): array {
		if ( $cart->is_empty() ) {
			return array();
		}
		$warnings = array();
		if ( 'yes' === get_option( 'woocommerce_enable_guest_checkout', 'yes' ) && WC()->checkout()->is_registration_required() ) {
			$warnings[] = __( 'The buyer must sign in at the shop, or register there, to pay for this cart.', 'ucp-host' );
		}
		// Ways of paying may hang on the way of delivery.
		if ( ( $has_destination || ! $cart->needs_shipping() ) && self::has_no_way_of_paying( $cart ) ) {
			$warnings[] = __( 'The shop offers no way of paying for this cart: the buyer may not be able to place the order.', 'ucp-host' );
		}
		foreach ( self::rules_about_the_sum( $cart ) as $sentence ) {
			/* translators: %s: a sentence of the shop */
			$warnings[] = sprintf( __( 'The checkout of the shop may refuse this cart. It says: %s', 'ucp-host' ), $sentence );
		}
		return $warnings;
	}

	/** Only plugins take ways of paying from single carts, some of them on the checkout page alone: its block shows those of the page. */
	private static function has_no_way_of_paying( WC_Cart $cart ): bool {
		if ( ! has_action( 'woocommerce_available_payment_gateways' ) || ! $cart->needs_payment() ) {
			return false;
		}
		$is_checkout = static fn() => true;
		add_filter( 'woocommerce_is_checkout', $is_checkout, PHP_INT_MAX );
		try {
			return array() === WC()->payment_gateways()->get_available_payment_gateways();
		} catch ( Throwable $failure ) {
			return false;
		} finally {
			remove_filter( 'woocommerce_is_checkout', $is_checkout, PHP_INT_MAX );
		}
	}

	/**
	 * Minimum orders are refused when the order is placed, for example by the snippet of WooCommerce's documentation. Without the form
	 * of the page its fields are missed as well, so sentences count only where they name a sum of the cart.
	 *
	 * @return string[]
	 */
	private static function rules_about_the_sum( WC_Cart $cart ): array {
		if ( ! has_action( 'woocommerce_checkout_process' ) || get_transient( self::SKIPS ) ) {
			return array();
		}
		// A plugin may empty the cart, or change it.
		$sums       = self::sums( $cart );
		$is_running = true;
		register_shutdown_function(
			static function () use ( &$is_running ): void {
				if ( $is_running ) {
					set_transient( self::SKIPS, '1', DAY_IN_SECONDS );
				}
			}
		);
		wc_clear_notices();
		try {
			do_action( 'woocommerce_checkout_process' );
			$sentences = array_map( array( Items::class, 'sentence' ), wc_get_notices( 'error' ) );
		} catch ( Throwable $failure ) {
			$sentences = array();
		}
		$is_running = false;
		wc_clear_notices();
		return self::naming( $sums, $sentences );
	}

	/** Picks the sentences that name a sum of the cart: others are about fields of the page. @param string[] $sentences @return string[] */
	public static function naming_a_sum( WC_Cart $cart, array $sentences ): array {
		return $sentences ? self::naming( self::sums( $cart ), $sentences ) : array();
	}

	/** @param string[] $sums @param string[] $sentences @return string[] */
	private static function naming( array $sums, array $sentences ): array {
		$sentences = array_map( static fn( string $sentence ) => html_entity_decode( $sentence, ENT_QUOTES, 'UTF-8' ), array_unique( $sentences ) );
		$texts     = array_map( static fn( string $sum ) => preg_quote( $sum, '/' ), $sums );
		return $texts ? array_values( preg_grep( '/(?<![\d.,])(?:' . implode( '|', $texts ) . ')(?!\d)/', $sentences ) ) : array();
	}

	/** @return string[] Sums of the cart as the shop writes them. */
	private static function sums( WC_Cart $cart ): array {
		$sums = $cart->get_totals();
		return array_map( array( Money::class, 'to_text' ), array_filter( array_map( 'floatval', array( $sums['total'], $cart->get_displayed_subtotal(), $sums['cart_contents_total'] ?? 0 ) ) ) );
	}
}
