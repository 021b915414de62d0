<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartTable;

/** What the visitor's WooCommerce session remembers: which agent's cart it holds. */
final class BuyerSession {

	private const CART_ID = 'ucp_host_cart_id';

	public static function cart_id(): string {
		$session = function_exists( 'WC' ) ? WC()->session : null;
		return $session ? (string) $session->get( self::CART_ID, '' ) : '';
	}

	/** The cart that this visitor's goods came from, while it is known. */
	public static function cart(): ?Cart {
		$id = self::cart_id();
		return '' === $id ? null : CartTable::find( $id );
	}

	public static function remember( Cart $cart ): void {
		WC()->session->set( self::CART_ID, $cart->id );
	}

	/** Whoever empties the cart, and fills it anew, buys something of their own. */
	public static function forget(): void {
		if ( '' !== self::cart_id() ) {
			WC()->session->set( self::CART_ID, null );
		}
	}

	/** Tells one visitor from another, and nothing else about them. */
	public static function fingerprint(): string {
		$session = WC()->session;
		return $session ? hash( 'sha256', 'ucp_host' . $session->get_customer_id() . wp_salt() ) : '';
	}
}
