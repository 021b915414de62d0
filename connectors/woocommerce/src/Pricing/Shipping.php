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

	/** Wanted option: the cheapest rate by which the buyer fetches the goods. */
	private const ANY_PICKUP = 'pickup';

	/** Rates by which the parcels go now, joined. */
	public static function chosen(): string {
		return implode( '+', (array) WC()->session->get( 'chosen_shipping_methods', array() ) );
	}

	/** Takes the wanted rate, or the cheapest where it is not offered: WooCommerce itself would take the first of the zone. */
	public static function choose( WC_Cart $cart, string $wanted ): void {
		$rates = self::wanted( array_filter( self::packages() ), $wanted );
		if ( $rates ) {
			WC()->session->set( 'chosen_shipping_methods', array_map( static fn( $rate ) => $rate->get_id(), $rates ) );
			$cart->calculate_totals();
		}
	}

	/**
	 * Cheapest first, what must be fetched last. Of goods that go in several parcels there are three at most, for services that do not
	 * read `parcels`: the cheapest of each, what all are fetched by, and the wanted one.
	 *
	 * @return array<int, array{id: string, title: string, amount: int, tax: int}>
	 */
	public static function rates( WC_Cart $cart, string $currency, string $wanted = '' ): array {
		$packages = $cart->needs_shipping() ? self::packages() : array();
		if ( ! $packages || in_array( array(), $packages, true ) ) {
			return array();
		}
		if ( 1 === count( $packages ) ) {
			return array_map( static fn( $rate ) => self::sum( array( $rate ), $currency ), reset( $packages ) );
		}
		$combined = array();
		foreach ( array( self::wanted( $packages, '' ), self::wanted( $packages, self::ANY_PICKUP ), self::wanted( $packages, $wanted ) ) as $rates ) {
			$combined[ self::joined( $rates ) ] = self::sum( $rates, $currency );
		}
		return array_values( $combined );
	}

	/**
	 * Parcels of the goods, with the rates of each; none where one has no rates, or where all goods are in one.
	 *
	 * @return array<int, array{items: int[], shipping_rates: array<int, array{id: string, title: string, amount: int, tax: int}>}>
	 */
	public static function parcels( WC_Cart $cart, string $currency ): array {
		$packages = $cart->needs_shipping() ? self::packages() : array();
		if ( count( $packages ) < 2 || in_array( array(), $packages, true ) ) {
			return array();
		}
		$contents = WC()->shipping()->get_packages();
		$parcels  = array();
		foreach ( $packages as $key => $rates ) {
			$parcels[] = array(
				'items'          => Items::ids( $contents[ $key ]['contents'] ),
				'shipping_rates' => array_map( static fn( $rate ) => self::sum( array( $rate ), $currency ), $rates ),
			);
		}
		return $parcels;
	}

	/**
	 * @param array<int|string, WC_Shipping_Rate[]> $packages None without rates.
	 * @return array<int|string, WC_Shipping_Rate> The wanted rate of each parcel; the cheapest of each where one lacks it.
	 */
	private static function wanted( array $packages, string $wanted ): array {
		$ids   = self::ids( $wanted, count( $packages ) );
		$place = 0;
		$found = array();
		foreach ( $packages as $key => $rates ) {
			$id            = $ids[ $place++ ] ?? null;
			$found[ $key ] = '' === $id ? $rates[0] : current( array_filter( $rates, static fn( $rate ) => self::ANY_PICKUP === $wanted ? self::is_fetched( $rate ) : $rate->get_id() === $id ) );
		}
		return in_array( false, $found, true ) ? array_map( static fn( array $rates ) => $rates[0], $packages ) : $found;
	}

	/** @return string[] The wanted id of each parcel, blank for the cheapest: one id is for all of them. */
	private static function ids( string $wanted, int $count ): array {
		$ids = explode( '+', $wanted );
		if ( count( $ids ) === $count ) {
			return $ids;
		}
		return 1 === count( array_unique( $ids ) ) ? array_fill( 0, $count, $ids[0] ) : array();
	}

	/** @param array<int|string, WC_Shipping_Rate> $rates */
	private static function joined( array $rates ): string {
		return implode( '+', array_map( static fn( $rate ) => $rate->get_id(), $rates ) );
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
		return array( self::is_fetched( $rate ), (float) $rate->get_cost() );
	}

	private static function is_fetched( WC_Shipping_Rate $rate ): bool {
		return in_array( $rate->get_method_id(), self::FETCHED, true );
	}

	/** @param WC_Shipping_Rate[] $rates */
	private static function sum( array $rates, string $currency ): array {
		$fetched = array_values( array_filter( $rates, static fn( $rate ) => self::is_fetched( $rate ) ) );
		$sum     = array(
			'id'     => self::joined( $rates ),
			'title'  => implode( ', ', array_unique( array_map( static fn( $rate ) => $rate->get_label(), $rates ) ) ),
			'amount' => array_sum( array_map( static fn( $rate ) => Money::to_minor_units( self::shown( $rate->get_cost() ), $currency ), $rates ) ),
			'tax'    => array_sum( array_map( static fn( $rate ) => Money::to_minor_units( self::tax( $rate ), $currency ), $rates ) ),
		);
		return $fetched ? $sum + array( 'pickup' => self::place( $fetched[0] ) ) : $sum;
	}

	/** The block checkout names the place of a pickup rate. */
	private static function place( WC_Shipping_Rate $rate ): array {
		$said = $rate->get_meta_data();
		return array(
			'name'    => (string) ( $said['pickup_location'] ?? $rate->get_label() ),
			'address' => (string) ( $said['pickup_address'] ?? '' ),
		);
	}

	/** @return WC_Shipping_Rate[] Rates by which the parcels go now. */
	public static function chosen_rates(): array {
		$chosen = (array) WC()->session->get( 'chosen_shipping_methods', array() );
		$rates  = array();
		foreach ( WC()->shipping()->get_packages() as $key => $package ) {
			$rates[] = $package['rates'][ $chosen[ $key ] ?? '' ] ?? null;
		}
		return array_filter( $rates );
	}

	/** Each tax of a rate is rounded by itself: half a cent up as in the cart, or as in an order that is added up anew. */
	private static function tax( WC_Shipping_Rate $rate ): float {
		$taxes      = array_map( 'floatval', $rate->get_taxes() );
		$is_ordered = CheckoutPage::is_block();
		if ( 'yes' === get_option( 'woocommerce_tax_round_at_subtotal' ) ) {
			return self::shown( max( 0.0, array_sum( $taxes ) ) );
		}
		return max( 0.0, array_sum( array_map( static fn( float $tax ) => $is_ordered ? (float) wc_round_tax_total( $tax ) : self::shown( $tax ), $taxes ) ) );
	}

	/** To the decimals that the shop shows and charges. @param string|float $amount */
	private static function shown( $amount ): float {
		return round( (float) $amount, wc_get_price_decimals() );
	}
}
