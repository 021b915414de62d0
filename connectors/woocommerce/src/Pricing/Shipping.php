<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Cart;
use WC_Shipping_Rate;

defined( 'ABSPATH' ) || exit;

/** Shipping costs of a cart for its customer's address. */
final class Shipping {

	/** Methods by which buyers come to the shop themselves. */
	private const FETCHED = array( 'local_pickup', 'pickup_location' );

	/** Takes the cheapest rate: WooCommerce itself would take the first of the zone. */
	public static function choose_cheapest( WC_Cart $cart ): void {
		$chosen = array_map( static fn( array $rates ) => $rates[0]->get_id(), array_filter( self::packages() ) );
		if ( $chosen ) {
			WC()->session->set( 'chosen_shipping_methods', $chosen );
			$cart->calculate_totals();
		}
	}

	/**
	 * Cheapest first, what must be fetched last. Of goods that go in several parcels there is one rate: the sum of the cheapest.
	 *
	 * @return array<int, array{id: string, title: string, amount: int, tax: int}>
	 */
	public static function rates( WC_Cart $cart, string $currency ): array {
		$packages = $cart->needs_shipping() ? self::packages() : array();
		if ( ! $packages || in_array( array(), $packages, true ) ) {
			return array();
		}
		if ( 1 === count( $packages ) ) {
			return array_map( static fn( $rate ) => self::sum( array( $rate ), $currency ), reset( $packages ) );
		}
		return array( self::sum( array_column( $packages, 0 ), $currency ) );
	}

	/** @return array<int|string, WC_Shipping_Rate[]> The rates of each parcel. */
	private static function packages(): array {
		return array_map(
			static function ( array $package ): array {
				$rates = array_values( $package['rates'] ?? array() );
				usort( $rates, static fn( $one, $other ) => self::rank( $one ) <=> self::rank( $other ) );
				return $rates;
			},
			WC()->shipping()->get_packages()
		);
	}

	private static function rank( WC_Shipping_Rate $rate ): array {
		return array( in_array( $rate->get_method_id(), self::FETCHED, true ), (float) $rate->get_cost() );
	}

	/** @param WC_Shipping_Rate[] $rates */
	private static function sum( array $rates, string $currency ): array {
		return array(
			'id'     => implode( '+', array_map( static fn( $rate ) => $rate->get_id(), $rates ) ),
			'title'  => implode( ', ', array_unique( array_map( static fn( $rate ) => $rate->get_label(), $rates ) ) ),
			'amount' => array_sum( array_map( static fn( $rate ) => Money::to_minor_units( self::shown( $rate->get_cost() ), $currency ), $rates ) ),
			'tax'    => array_sum( array_map( static fn( $rate ) => Money::to_minor_units( self::tax( $rate ), $currency ), $rates ) ),
		);
	}

	private static function tax( WC_Shipping_Rate $rate ): float {
		$tax = max( 0.0, (float) $rate->get_shipping_tax() );
		return 'yes' === get_option( 'woocommerce_tax_round_at_subtotal' ) ? self::shown( $tax ) : (float) wc_round_tax_total( $tax );
	}

	/** To the decimals that the shop shows and charges. @param string|float $amount */
	private static function shown( $amount ): float {
		return round( (float) $amount, wc_get_price_decimals() );
	}
}
