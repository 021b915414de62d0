<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Cart;

defined( 'ABSPATH' ) || exit;

/** A cart's sums in minor units, as the shop will charge them. */
final class Totals {

	/**
	 * Derives the subtotal from the total, tax, shipping and discount, so that rounding and fees of plugins are in it;
	 * fees are also returned apart, since no line holds them.
	 *
	 * @return array{subtotal: int, discount: int, tax: int, shipping: int|null, total: int, fees?: int}
	 */
	public static function of( WC_Cart $cart, PlannedOrder $order, bool $has_shipping, string $currency ): array {
		$minor    = static fn( $amount ) => Money::to_minor_units( $amount, $currency );
		$total    = $minor( $order->get_total() );
		$discount = $minor( $order->get_discount_total() );
		$tax      = $minor( $order->get_total_tax() );
		$shipping = $has_shipping ? $minor( $order->get_shipping_total() ) : null;
		$fees     = $minor( $cart->get_totals()['fee_total'] ?? 0 );
		$told     = array(
			'subtotal' => $total + $discount - $tax - (int) $shipping,
			'discount' => $discount,
			'tax'      => $tax,
			'shipping' => $shipping,
			'total'    => $total,
		);
		return 0 === $fees ? $told : $told + array( 'fees' => $fees );
	}

	/**
	 * Fees by the shop's names, without tax; what it takes off is below zero. Deposits and credit that plugins take off the total
	 * without a name are told as well.
	 *
	 * @return array<int, array{name: string, amount: int}>
	 */
	public static function fees( WC_Cart $cart, string $currency ): array {
		$named = static fn( string $name, $amount ) => array(
			'name'   => $name,
			'amount' => Money::to_minor_units( $amount, $currency ),
		);
		$fees  = array_map( static fn( $fee ) => $named( wp_strip_all_tags( (string) $fee->name ), $fee->total ), array_values( $cart->get_fees() ) );
		$off   = self::off_total( $cart );
		if ( $off > 0 ) {
			$fees[] = $named( __( 'Taken off the total by the shop', 'ucp-host' ), -$off );
		}
		return array_values( array_filter( $fees, static fn( array $fee ) => 0 !== $fee['amount'] ) );
	}

	/** @return string[] What a lower total may mean (plugins ask for a deposit so, and the order has the whole amount), and a page with another total than its order. */
	public static function warnings( WC_Cart $cart, PlannedOrder $order ): array {
		$total = (float) $cart->get_totals()['total'];
		$off   = self::off_total( $cart );
		if ( 0.0 === $off ) {
			$texts = array( Money::to_text( $total ), Money::to_text( (float) $order->get_total() ) );
			/* translators: 1: an amount of money 2: another amount of money */
			return $texts[0] === $texts[1] ? array() : array( vsprintf( __( 'The checkout page may show a total of %1$s. The order is of %2$s, which is what is charged.', 'ucp-host' ), $texts ) );
		}
		/* translators: 1: an amount of money 2: a larger amount of money */
		$sentence = __( 'The total is what the shop asks for at its checkout, %1$s. Where that is a deposit, the order is of %2$s, and the rest is paid later.', 'ucp-host' );
		return array( sprintf( $sentence, Money::to_text( $total ), Money::to_text( $total + $off ) ) );
	}

	/** Amount by which the total is below its parts, beyond the rounding of each line. */
	public static function off_total( WC_Cart $cart ): float {
		$sums = $cart->get_totals();
		$off  = (float) ( $sums['cart_contents_total'] ?? 0 ) + (float) ( $sums['fee_total'] ?? 0 ) + (float) $sums['shipping_total'] + (float) $sums['total_tax'] - (float) $sums['total'];
		return $off > ( count( $cart->get_cart() ) + 3 ) * 10 ** -wc_get_price_decimals() ? $off : 0.0;
	}
}
