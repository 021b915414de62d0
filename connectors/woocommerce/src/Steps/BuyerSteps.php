<?php
declare(strict_types=1);

namespace UcpHost\Steps;

use UcpHost\Carts\CartTable;
use UcpHost\Checkout\BuyerSession;
use UcpHost\Checkout\OrderMark;
use WC_Customer;
use WC_Order;

defined( 'ABSPATH' ) || exit;

/**
 * Follows how far the buyer of an agent's cart comes, at both checkouts of WooCommerce. Costs other visitors nothing, and an
 * agent's buyer one small row for each step.
 */
final class BuyerSteps {

	/** The page itself: programs that preview links follow the agent's link, but without a session. */
	public static function page_opened(): void {
		if ( '' === BuyerSession::cart_id() || ! is_checkout() || is_wc_endpoint_url() ) {
			return;
		}
		self::reach( 'opened' );
		self::customer_changed( WC()->customer );
	}

	/**
	 * The classic checkout sends its form whenever the address changes.
	 *
	 * @param mixed $posted
	 */
	public static function form_changed( $posted ): void {
		if ( '' === BuyerSession::cart_id() || ! is_string( $posted ) ) {
			return;
		}
		wp_parse_str( $posted, $form );
		foreach ( array( 'billing_address_1', 'shipping_address_1' ) as $field ) {
			if ( is_string( $form[ $field ] ?? null ) && '' !== trim( $form[ $field ] ) ) {
				self::reach( 'address' );
			}
		}
	}

	/**
	 * The block checkout.
	 *
	 * @param mixed $customer
	 */
	public static function customer_changed( $customer ): void {
		if ( '' !== BuyerSession::cart_id() && $customer instanceof WC_Customer && '' !== $customer->get_shipping_address_1() . $customer->get_billing_address_1() ) {
			self::reach( 'address' );
		}
	}

	public static function item_removed(): void {
		if ( '' !== BuyerSession::cart_id() && ! BuyerSession::cart() ) {
			self::left();
		}
	}

	/** An order, and an agent that cancels, empty the cart as well. */
	public static function left(): void {
		$id   = BuyerSession::cart_id();
		$cart = '' === $id ? null : CartTable::find( $id );
		if ( $cart && 0 === $cart->order_id && $cart->content->items ) {
			self::add( $cart->session_id, 'left' );
		}
	}

	public static function ordered( WC_Order $order ): void {
		self::add( (string) $order->get_meta( OrderMark::SESSION ), $order->get_date_paid() ? 'paid' : 'payment' );
	}

	private static function reach( string $step ): void {
		if ( BuyerSession::is_first( $step ) ) {
			$cart = BuyerSession::cart();
			self::add( $cart ? $cart->session_id : '', $step );
		}
	}

	private static function add( string $session_id, string $step ): void {
		if ( '' !== $session_id && StepReport::is_wanted() && StepTable::add( $session_id, $step ) ) {
			StepReport::schedule();
		}
	}
}
