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
	public static function of( WC_Cart $cart, bool $has_shipping, string $currency ): array {
		$sums     = $cart->get_totals();
		$minor    = static fn( $amount ) => Money::to_minor_units( $amount, $currency );
		$rounding = $has_shipping ? $minor( Shipping::uncharged_tax() ) : 0;
		$total    = $minor( $sums['total'] ) - $rounding;
		$discount = $minor( $sums['discount_total'] );
		$tax      = $minor( $sums['total_tax'] ) - $rounding;
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
