<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

defined( 'ABSPATH' ) || exit;

/** WooCommerce's decimals of major units to integers of minor units. */
final class Money {

	/** ISO 4217 exponents that are not 2. */
	private const EXPONENTS = array(
		0 => 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
		3 => 'BHD IQD JOD KWD LYD OMR TND',
		4 => 'CLF UYW',
	);

	/** Half up, away from zero. @param string|float|int $amount As WooCommerce mixes them. */
	public static function to_minor_units( $amount, string $currency ): int {
		// A sum of floats that should end in a half may end a hair below it.
		return (int) round( round( (float) $amount * 10 ** self::exponent( $currency ), 6 ) );
	}

	/** As the shop writes prices, without markup. */
	public static function to_text( float $amount ): string {
		return html_entity_decode( wp_strip_all_tags( wc_price( $amount ) ), ENT_QUOTES, 'UTF-8' );
	}

	public static function exponent( string $currency ): int {
		foreach ( self::EXPONENTS as $exponent => $currencies ) {
			if ( in_array( strtoupper( $currency ), explode( ' ', $currencies ), true ) ) {
				return $exponent;
			}
		}
		return 2;
	}
}
