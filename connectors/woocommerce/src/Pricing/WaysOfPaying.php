<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use Throwable;
use WC_Cart;

defined( 'ABSPATH' ) || exit;

/** Ways of paying to which plugins add a fee, or for which they take something off. */
final class WaysOfPaying {

	private const MOST = 10;

	/**
	 * Prices the cart for the way of paying that the checkout page preselects.
	 *
	 * @return string|null Totals of other ways of paying; null where they are the same.
	 */
	public static function choose( WC_Cart $cart, string $currency ): ?string {
		// Only plugins charge for a way of paying.
		if ( ! has_action( 'woocommerce_cart_calculate_fees' ) || $cart->is_empty() ) {
			return null;
		}
		$titles = self::titles();
		$total  = null;
		$others = array();
		// The preselected one is priced last, and stays.
		foreach ( array_reverse( array_keys( $titles ) ) as $id ) {
			WC()->session->set( 'chosen_payment_method', $id );
			$cart->calculate_totals();
			$total         = (float) $cart->get_totals()['total'];
			$others[ $id ] = $total;
		}
		$others = array_filter( array_reverse( $others ), static fn( float $other ) => Money::to_minor_units( $other, $currency ) !== Money::to_minor_units( $total, $currency ) );
		if ( ! $others ) {
			return null;
		}
		$sums = array();
		foreach ( $others as $id => $sum ) {
			/* translators: 1: a way of paying 2: an amount of money */
			$sums[] = sprintf( __( '"%1$s": %2$s', 'ucp-host' ), $titles[ $id ], Money::to_text( $sum ) );
		}
		/* translators: 1: a way of paying 2: other ways of paying, each with a total */
		return sprintf( __( 'The total is for payment by "%1$s". It is another one with: %2$s.', 'ucp-host' ), reset( $titles ), implode( '; ', $sums ) );
	}

	/** @return array<string, string> Titles by id, the preselected one first. */
	private static function titles(): array {
		try {
			$gateways = array_slice( WC()->payment_gateways()->get_available_payment_gateways(), 0, self::MOST, true );
		} catch ( Throwable $failure ) {
			// One that works on the shop's pages alone must not keep goods from being sold.
			return array();
		}
		return array_map( static fn( $gateway ) => wp_strip_all_tags( (string) $gateway->get_title() ), $gateways );
	}
}
