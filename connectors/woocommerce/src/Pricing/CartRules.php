<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use UcpHost\Carts\Cart;
use UcpHost\Checkout\BuyerSession;
use UcpHost\Rest\Refusal;
use WC_Cart;
use WP_Error;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WooCommerce's hooks, by which plugins refuse carts.

/**
 * The shop's rules about the whole cart, such as a minimum order or goods that do not go together. They are asked as its checkout
 * asks them, for agents and when the buyer comes, and what the checkout itself refuses is kept.
 */
final class CartRules {

	private const MAX_LENGTH = 500;

	/** Occasions on which the checkout refuses. */
	private const CART   = '';
	private const BUTTON = 'button';

	/** Errors on the page before WooCommerce asked the rules. */
	private static int $earlier = 0;

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

	/** Asks when the buyer comes, and keeps the answer; the checkout page shows its errors itself. */
	public static function ask_for_buyer( Cart $cart ): void {
		self::keep( $cart, self::sentences( WC()->cart ) );
	}

	/** Sentences with which the checkout has refused the cart; null when it took the cart, when no buyer came, and after a change of the cart. */
	public static function refusal_of( Cart $cart ): ?string {
		foreach ( array( self::CART, self::BUTTON ) as $asked ) {
			$message = get_transient( self::key( $cart, $asked ) );
			if ( is_string( $message ) ) {
				return $message;
			}
		}
		return null;
	}

	/** Keeps what plugins have said at the button, until they let the order through: rules about the cart pass meanwhile. */
	public static function keep_at_button( Cart $cart, string $sentence ): void {
		self::keep( $cart, array( wp_strip_all_tags( $sentence ) ), self::BUTTON );
	}

	/** Before the rules of either checkout. */
	public static function begin(): void {
		self::$earlier = count( wc_get_notices( 'error' ) );
	}

	/** After the rules of either checkout: the classic one has asked those at its button before. */
	public static function heard(): void {
		$cart = self::cart_at_checkout();
		if ( $cart ) {
			$all = self::noticed();
			self::keep( $cart, array_merge( CheckoutWarnings::naming_a_sum( WC()->cart, array_slice( $all, 0, self::$earlier ) ), array_slice( $all, self::$earlier ) ) );
		}
	}

	/** The block checkout asks these first, and the others only where they refuse nothing. */
	public static function heard_errors( WP_Error $errors ): void {
		$cart = $errors->get_error_messages() ? self::cart_at_checkout() : null;
		if ( $cart ) {
			self::keep( $cart, self::texts( $errors ) );
		}
	}

	/** @return string[] */
	private static function sentences( WC_Cart $cart ): array {
		// WooCommerce's own checks, as the Store API does; `Items` and `Coupons` have made them.
		remove_action( 'woocommerce_check_cart_items', array( $cart, 'check_cart_items' ), 1 );
		remove_action( 'woocommerce_check_cart_items', array( $cart, 'check_cart_coupons' ), 1 );
		wc_clear_notices();
		do_action( 'woocommerce_check_cart_items' );
		$sentences = self::noticed();
		wc_clear_notices();
		if ( CheckoutPage::is_block() ) {
			$errors = new WP_Error();
			do_action( 'woocommerce_store_api_cart_errors', $errors, $cart );
			$sentences = array_merge( $sentences, self::texts( $errors ) );
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

	/** Rules may speak on the cart page alone, where no buyer pays. */
	private static function cart_at_checkout(): ?Cart {
		return '' === BuyerSession::cart_id() || is_cart() ? null : BuyerSession::cart();
	}

	/** @return string[] */
	private static function noticed(): array {
		return array_map( array( Items::class, 'sentence' ), wc_get_notices( 'error' ) );
	}

	/** @return string[] */
	private static function texts( WP_Error $errors ): array {
		return array_map( 'wp_strip_all_tags', $errors->get_error_messages() );
	}

	/** @param string[] $sentences */
	private static function keep( Cart $cart, array $sentences, string $asked = self::CART ): void {
		$message = implode( ' ', array_unique( array_filter( $sentences, 'strlen' ) ) );
		if ( '' === $message ) {
			delete_transient( self::key( $cart, $asked ) );
			return;
		}
		set_transient( self::key( $cart, $asked ), mb_substr( $message, 0, self::MAX_LENGTH ), max( 1, $cart->expires_at - time() ) );
	}

	private static function key( Cart $cart, string $asked ): string {
		return 'ucp_host_refused_' . md5( $asked . $cart->id . wp_json_encode( $cart->content->to_array() ) );
	}
}
