<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use UcpHost\Rest\Refusal;
use WC_Customer;

defined( 'ABSPATH' ) || exit;

/** Shipping destination. All but the country may be blank. */
final class Destination {

	public function __construct(
		public string $country,
		public string $region,
		public string $postal_code,
		public string $city,
		public string $line1,
		public string $line2 = '',
		public string $first_name = '',
		public string $last_name = '',
		public string $phone = ''
	) {}

	/** As it was stored. */
	public static function of_array( array $stored ): self {
		return new self( ...array_intersect_key( $stored, get_class_vars( self::class ) ) );
	}

	/** From the wire. A region that WooCommerce does not know counts as left out. */
	public static function of_request( array $given ): self {
		$country = strtoupper( trim( $given['country'] ) );
		if ( ! isset( WC()->countries->get_countries()[ $country ] ) ) {
			throw Refusal::invalid_country();
		}
		return new self(
			$country,
			self::region_code( $country, trim( $given['region'] ?? '' ) ),
			wc_format_postcode( trim( $given['postal_code'] ?? '' ), $country ),
			trim( $given['city'] ?? '' ),
			trim( $given['line1'] ?? '' ),
			trim( $given['line2'] ?? '' ),
			trim( $given['first_name'] ?? '' ),
			trim( $given['last_name'] ?? '' ),
			trim( $given['phone'] ?? '' )
		);
	}

	public static function base(): self {
		$countries = WC()->countries;
		return new self(
			$countries->get_base_country(),
			$countries->get_base_state(),
			$countries->get_base_postcode(),
			$countries->get_base_city(),
			''
		);
	}

	public function to_array(): array {
		return get_object_vars( $this );
	}

	/** @return string[] The address as people read it; lines may be blank. */
	public function lines(): array {
		return array(
			trim( $this->first_name . ' ' . $this->last_name ),
			$this->line1,
			$this->line2,
			trim( $this->postal_code . ' ' . $this->city ),
			$this->region,
			WC()->countries->get_countries()[ $this->country ] ?? $this->country,
			$this->phone,
		);
	}

	public function give_to( WC_Customer $customer ): void {
		$customer->set_billing_location( $this->country, $this->region, $this->postal_code, $this->city );
		$customer->set_shipping_location( $this->country, $this->region, $this->postal_code, $this->city );
		$customer->set_billing_address_1( $this->line1 );
		$customer->set_shipping_address_1( $this->line1 );
		$customer->set_billing_address_2( $this->line2 );
		$customer->set_shipping_address_2( $this->line2 );
	}

	/** Fills in the recipient. A payer without a name gets the same. */
	public function name_recipient( WC_Customer $customer ): void {
		if ( '' !== $this->first_name . $this->last_name ) {
			$customer->set_shipping_first_name( $this->first_name );
			$customer->set_shipping_last_name( $this->last_name );
			if ( '' === $customer->get_billing_first_name() . $customer->get_billing_last_name() ) {
				$customer->set_billing_first_name( $this->first_name );
				$customer->set_billing_last_name( $this->last_name );
			}
		}
		if ( '' !== $this->phone ) {
			$customer->set_billing_phone( $this->phone );
		}
	}

	/** Region by code (`CA`, `US-CA`; `BE` where WooCommerce has `DE-BE`) or name (`California`). Countries without a list of regions accept any text. */
	private static function region_code( string $country, string $region ): string {
		$states = WC()->countries->get_states( $country );
		if ( ! $states || '' === $region ) {
			return $region;
		}
		$wanted = self::folded( $region );
		foreach ( $states as $code => $name ) {
			if ( in_array( $wanted, array_map( array( self::class, 'folded' ), array( (string) $code, "$country-$code", $name ) ), true ) || self::folded( "$country-" ) . $wanted === self::folded( (string) $code ) ) {
				return (string) $code;
			}
		}
		return '';
	}

	private static function folded( string $text ): string {
		return strtolower( remove_accents( html_entity_decode( $text, ENT_QUOTES, 'UTF-8' ) ) );
	}
}
