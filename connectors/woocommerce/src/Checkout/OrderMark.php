<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartTable;
use UcpHost\Steps\BuyerSteps;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/** Records the agent's cart on its order, for every kind of checkout. */
final class OrderMark {

	public const SESSION = 'service_session_id';
	public const CART    = '_ucp_host_cart_id';

	/** The classic checkout, for new orders and for those that a second try resumes. */
	public static function before_saving( WC_Order $order ): void {
		self::write( $order );
	}

	/**
	 * Checkouts of other plugins. A draft is none yet: each browser that opens the checkout page leaves one.
	 *
	 * @param int   $order_id
	 * @param mixed $order
	 */
	public static function after_creating( $order_id, $order ): void {
		$is_of_shop = is_admin() && ! wp_doing_ajax();
		if ( $order instanceof WC_Order && ! $is_of_shop && '' !== BuyerSession::cart_id() && ! $order->has_status( 'checkout-draft' ) ) {
			self::write( $order );
			$order->save_meta_data();
		}
	}

	/**
	 * @param int   $order_id
	 * @param mixed $posted
	 * @param mixed $order
	 */
	public static function placed( $order_id, $posted, $order ): void {
		if ( $order instanceof WC_Order ) {
			self::note( $order, BuyerSession::fingerprint() );
			BuyerSteps::ordered( $order );
		}
	}

	/** The block checkout has made an order of its draft; payment comes next. */
	public static function placed_by_store_api( WC_Order $order ): void {
		self::write( $order );
		$order->save_meta_data();
		self::note( $order, BuyerSession::fingerprint() );
		BuyerSteps::ordered( $order );
	}

	/**
	 * Assigns the cart to the first of its orders that is paid.
	 *
	 * @param int    $order_id
	 * @param string $from
	 * @param string $to
	 * @param mixed  $order
	 */
	public static function status_changed( $order_id, $from, $to, $order ): void {
		if ( $order instanceof WC_Order && Cart::is_sale( $order ) ) {
			self::note( $order, '' );
			BuyerSteps::ordered( $order );
		}
	}

	public static function show( WC_Order $order ): void {
		$session = (string) $order->get_meta( self::SESSION );
		$cart    = (string) $order->get_meta( self::CART );
		if ( '' === $session . $cart ) {
			return;
		}
		/* translators: %s: an id */
		$origin = '' === $session ? sprintf( __( 'Cart %s', 'ucp-host' ), $cart ) : sprintf( __( 'Session %s', 'ucp-host' ), $session );
		printf(
			'<p class="form-field form-field-wide"><strong>%s</strong><br>%s</p>',
			esc_html__( 'Placed by an agent through ucp-host', 'ucp-host' ),
			esc_html( $origin )
		);
	}

	/** An order that is tried again may have been another cart's before. */
	private static function write( WC_Order $order ): void {
		$cart = BuyerSession::cart();
		if ( $cart ) {
			$order->update_meta_data( self::CART, $cart->id );
			$order->update_meta_data( self::SESSION, $cart->session_id );
		} else {
			$order->delete_meta_data( self::CART );
			$order->delete_meta_data( self::SESSION );
		}
	}

	private static function note( WC_Order $order, string $ordered_by ): void {
		$id   = (string) $order->get_meta( self::CART );
		$cart = '' === $id ? null : CartTable::find( $id );
		$sold = $cart ? $cart->sold_as() : null;
		if ( $cart && ( ! $sold || $sold->get_id() === $order->get_id() ) ) {
			CartTable::note_order( $cart->id, $order->get_id(), $ordered_by );
		}
	}
}
