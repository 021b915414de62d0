<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartTable;
use WC_Order;
use WC_Session_Handler;

defined( 'ABSPATH' ) || exit;

/** Agent's cart in the visitor's WooCommerce session. */
final class BuyerSession {

	private const CART_ID = 'ucp_host_cart_id';
	private const LINES   = 'ucp_host_cart_lines';
	private const STEPS   = 'ucp_host_cart_steps';

	public static function cart_id(): string {
		$session = function_exists( 'WC' ) ? WC()->session : null;
		return $session ? (string) $session->get( self::CART_ID, '' ) : '';
	}

	/** Cart of origin; none once the visitor has removed all of its items. */
	public static function cart(): ?Cart {
		$id    = self::cart_id();
		$lines = '' === $id ? array() : WC()->session->get( self::LINES );
		if ( null === $lines ) {
			// The visitor came before the plugin kept the lines.
			return CartTable::find( $id );
		}
		return WC()->cart && array_intersect_key( array_flip( (array) $lines ), WC()->cart->get_cart() ) ? CartTable::find( $id ) : null;
	}

	/** @param array<int, string> $keys Lines of the visitor's cart that hold the agent's items. */
	public static function remember( Cart $cart, array $keys ): void {
		WC()->session->set( self::CART_ID, $cart->id );
		WC()->session->set( self::LINES, array_values( $keys ) );
		WC()->session->set( self::STEPS, null );
	}

	/** True once for each step of the buyer, so that no later request of the same browser asks the database. */
	public static function is_first( string $step ): bool {
		$steps = (array) WC()->session->get( self::STEPS, array() );
		if ( in_array( $step, $steps, true ) ) {
			return false;
		}
		$steps[] = $step;
		WC()->session->set( self::STEPS, $steps );
		return true;
	}

	public static function forget(): void {
		if ( '' !== self::cart_id() ) {
			WC()->session->set( self::CART_ID, null );
			WC()->session->set( self::LINES, null );
			WC()->session->set( self::STEPS, null );
		}
	}

	/** Deletes the session of the visitor whose cookie the request has, where this cart was handed to it, and the draft that the block checkout has begun. */
	public static function discard( string $cart_id ): void {
		$sessions = new WC_Session_Handler();
		$cookie   = $sessions->get_session_cookie();
		$session  = $cookie ? $sessions->get_session( $cookie[0] ) : false;
		if ( is_array( $session ) && maybe_unserialize( $session[ self::CART_ID ] ?? '' ) === $cart_id ) {
			$draft = wc_get_order( absint( maybe_unserialize( $session['store_api_draft_order'] ?? 0 ) ) );
			if ( $draft instanceof WC_Order && $draft->has_status( 'checkout-draft' ) ) {
				wc_release_stock_for_order( $draft );
				$draft->delete( true );
			}
			$sessions->delete_session( $cookie[0] );
		}
	}

	/** Identifies a visitor without personal data. */
	public static function fingerprint(): string {
		$session = WC()->session;
		return $session ? hash( 'sha256', 'ucp_host' . $session->get_customer_id() . wp_salt() ) : '';
	}
}
