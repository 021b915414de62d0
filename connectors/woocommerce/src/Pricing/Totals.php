<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Cart;

defined( 'ABSPATH' ) || exit;

/** A cart's sums in minor units. */
final class Totals {

	/**
	 * What the buyer would pay stands fast, and so do tax, shipping and discount. The subtotal is what is left: with it goes
	 * what rounding leaves over, where prices include tax or the shop shows other decimals than its currency has, and what
	 * other plugins add as fees; these are told beside it, for they are in no line.
	 *
	 * @return array{subtotal: int, discount: int, tax: int, shipping: int|null, total: int, fees?: int}
	 */
	public static function of( WC_Cart $cart, bool $has_shipping, string $currency ): array {
		$sums     = $cart->get_totals();
		$minor    = static fn( $amount ) => Money::to_minor_units( $amount, $currency );
		$total    = $minor( $sums['total'] );
		$discount = $minor( $sums['discount_total'] );
		$tax      = $minor( $sums['total_tax'] );
		$shipping = $has_shipping ? $minor( $sums['shipping_total'] ) : null;
		$fees     = $minor( $sums['fee_total'] ?? 0 );
		$told     = array(
			'subtotal' => $total + $discount - $tax - (int) $shipping,
			'discount' => $discount,
			'tax'      => $tax,
			'shipping' => $shipping,
			'total'    => $total,
		);
		return 0 === $fees ? $told : $told + array( 'fees' => $fees );
	}
}
