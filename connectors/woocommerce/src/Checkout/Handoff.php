<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartContent;
use UcpHost\Carts\CartTable;
use UcpHost\Pricing\CartLines;
use UcpHost\Pricing\CartRules;
use UcpHost\Pricing\Coupons;
use UcpHost\Pricing\Items;
use UcpHost\Pricing\Shipping;
use WC_Customer;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Handles `?ucp_cart=<token>`: moves an agent's cart into the visitor's session and redirects to the checkout. Does not
 * log in.
 */
final class Handoff {

	public const PARAMETER = 'ucp_cart';

	public static function receive(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- the token is the proof.
		$token = isset( $_GET[ self::PARAMETER ] ) && is_string( $_GET[ self::PARAMETER ] ) ? sanitize_text_field( wp_unslash( $_GET[ self::PARAMETER ] ) ) : null;
		if ( null === $token || ! function_exists( 'WC' ) || ! WC()->cart ) {
			return;
		}
		wc_maybe_define_constant( 'DONOTCACHEPAGE', true );
		nocache_headers();
		header( 'Referrer-Policy: no-referrer' );
		header( 'X-Robots-Tag: noindex' );
		$cart  = CartTable::of_token( $token );
		$order = $cart ? $cart->sold_as() : null;
		if ( $order ) {
			self::go( self::receipt( $cart, $order ) );
		}
		if ( ! $cart || $cart->has_expired() || ! $cart->content->items ) {
			self::nothing_to_pay( $cart );
		}
		if ( ReplaceQuestion::is_without_session() ) {
			self::go( $cart->checkout_url() );
		}
		if ( self::would_replace( $cart ) && ! ReplaceQuestion::was_agreed( $cart ) ) {
			ReplaceQuestion::ask( $cart );
			exit;
		}
		$missing = self::fill( $cart );
		if ( $missing ) {
			MissingGoods::show( $missing );
			exit;
		}
		CartRules::ask_for_buyer( $cart );
		self::go( wc_get_checkout_url() );
	}

	/** Others than the buyer learn that the order was placed, and not its number. */
	public static function receipt( Cart $cart, WC_Order $order ): string {
		return self::is_buyer( $cart, $order )
			? $order->get_checkout_order_received_url()
			: wc_get_endpoint_url( 'order-received', '', wc_get_checkout_url() );
	}

	/** True for the browser that placed the order, and for its customer. */
	public static function is_buyer( Cart $cart, WC_Order $order ): bool {
		$is_customer = is_user_logged_in() && get_current_user_id() === $order->get_customer_id();
		return $is_customer || hash_equals( $cart->ordered_by, BuyerSession::fingerprint() );
	}

	/** Items that the visitor added otherwise. */
	private static function would_replace( Cart $cart ): bool {
		return ! WC()->cart->is_empty() && BuyerSession::cart_id() !== $cart->id;
	}

	/** A cart that the agent has emptied since is emptied in this browser too. */
	private static function nothing_to_pay( ?Cart $cart ): void {
		if ( $cart && BuyerSession::cart_id() === $cart->id ) {
			WC()->cart->empty_cart();
		}
		DeadLink::show( $cart );
		exit;
	}

	/** @return array<int|string, int> The ordered quantities, by id, that the shop no longer sells so. */
	public static function fill( Cart $cart ): array {
		if ( BuyerSession::cart_id() === $cart->id ) {
			BuyerSession::forget();
		}
		WC()->cart->empty_cart();
		wc_clear_notices();
		self::keep_session();
		self::introduce( WC()->customer, $cart->content );
		$keys = array();
		foreach ( $cart->content->items as $id => $quantity ) {
			$keys[ $id ] = wc_get_product( (int) $id ) ? Items::add( WC()->cart, $id, $quantity ) : null;
		}
		WC()->cart->calculate_totals();
		Coupons::apply( WC()->cart, $cart->content->coupons, $cart->content->email );
		WC()->cart->calculate_totals();
		if ( $cart->content->destination ) {
			Shipping::choose( WC()->cart, $cart->content->shipping_option );
		}
		// Missing goods have a page of their own; refused codes were reported to the agent already.
		wc_clear_notices();
		$keys = array_filter( $keys, 'is_string' );
		BuyerSession::remember( $cart, $keys );
		$lines = CartLines::of( WC()->cart, $cart->content->items, $keys );
		return array_filter( $cart->content->items, static fn( $quantity, $id ) => (float) $quantity !== $lines->quantity( $id ), ARRAY_FILTER_USE_BOTH );
	}

	/** Prefills blank fields for guests; logged-in customers have data of their own. */
	private static function introduce( WC_Customer $customer, CartContent $content ): void {
		if ( $customer->get_id() > 0 ) {
			return;
		}
		if ( '' === $customer->get_billing_email() && '' !== $content->email ) {
			$customer->set_billing_email( $content->email );
		}
		if ( '' === $customer->get_billing_first_name() . $customer->get_billing_last_name() && '' !== $content->name ) {
			list( $first, $last ) = array_pad( preg_split( '/\s+(?=\S+$)/u', $content->name ), 2, '' );
			$customer->set_billing_first_name( $first );
			$customer->set_billing_last_name( $last );
			$customer->set_shipping_first_name( $first );
			$customer->set_shipping_last_name( $last );
		}
		if ( $content->destination && '' === $customer->get_shipping_address_1() . $customer->get_billing_address_1() ) {
			$content->destination->give_to( $customer );
			$content->destination->name_recipient( $customer );
			$customer->set_calculated_shipping( true );
		}
		$customer->save();
	}

	/** Visitors without a cart have no session yet. */
	private static function keep_session(): void {
		if ( ! WC()->session->has_session() ) {
			WC()->session->set_customer_session_cookie( true );
		}
	}

	private static function go( string $url ): void {
		wp_safe_redirect( $url, 303 );
		exit;
	}
}
