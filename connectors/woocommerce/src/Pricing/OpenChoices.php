<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Product_Variable;
use WC_Product_Variation;

defined( 'ABSPATH' ) || exit;

/**
 * Options that a variation leaves to the buyer ("Any size"). Each way to choose them has a code; the variation's id, a hyphen and
 * the code are the id of an item, `101-0483920174`.
 */
final class OpenChoices {

	public const ITEM_ID = '^[1-9][0-9]{0,9}-[0-9]{10}$';

	/** Ways of one variation that get a code; beyond, the buyer chooses on the product's page. */
	private const MOST = 100;

	/** Values that a message names. */
	private const MOST_NAMED = 10;

	/** @var array<int, array<string, string[]>> Of this request. */
	private static array $values = array();

	/**
	 * All attributes of the variation for each way to choose; empty without an open one, and where there are too many ways.
	 *
	 * @return array<string, array<string, string>> By code.
	 */
	public static function ways( WC_Product_Variation $variation ): array {
		$open = self::open( $variation );
		if ( ! $open || array_product( array_map( 'count', $open ) ) > self::MOST ) {
			return array();
		}
		$chosen = array( array() );
		foreach ( $open as $key => $values ) {
			$further = array();
			foreach ( $chosen as $each ) {
				foreach ( $values as $value ) {
					$further[] = $each + array( $key => $value );
				}
			}
			$chosen = $further;
		}
		$ways = array();
		foreach ( $chosen as $each ) {
			$ways[ self::code( $each ) ] = array_merge( $variation->get_variation_attributes(), $each );
		}
		return $ways;
	}

	/**
	 * Attributes of an item, of which those that its id does not choose are blank.
	 *
	 * @param int|string $id
	 * @return array<string, string>
	 */
	public static function attributes( WC_Product_Variation $variation, $id ): array {
		$code = explode( '-', (string) $id, 2 )[1] ?? '';
		return ( '' === $code ? null : self::ways( $variation )[ $code ] ?? null ) ?? $variation->get_variation_attributes();
	}

	/**
	 * Id of a cart line's item.
	 *
	 * @return int|string
	 */
	public static function id_of( array $line ) {
		$id   = (int) ( empty( $line['variation_id'] ) ? $line['product_id'] : $line['variation_id'] );
		$open = ( $line['data'] ?? null ) instanceof WC_Product_Variation ? self::open( $line['data'] ) : array();
		$own  = array_intersect_key( (array) ( $line['variation'] ?? array() ), $open );
		return $open && count( $own ) === count( $open ) ? $id . '-' . self::code( $own ) : $id;
	}

	/** Names the open options with their values: `Color (Black, Navy), Size (S, M)`. */
	public static function named( WC_Product_Variation $variation ): string {
		$names = array();
		foreach ( self::open( $variation ) as $key => $values ) {
			$taxonomy = substr( $key, strlen( 'attribute_' ) );
			$labels   = array_map( static fn( $value ) => self::label( $taxonomy, $value ), array_slice( $values, 0, self::MOST_NAMED ) );
			$more     = count( $values ) > self::MOST_NAMED ? ', …' : '';
			$names[]  = wc_attribute_label( $taxonomy, $variation ) . ' (' . implode( ', ', $labels ) . $more . ')';
		}
		return implode( ', ', $names );
	}

	/** Name of a value as the product's page shows it. */
	public static function label( string $taxonomy, string $value ): string {
		$term = taxonomy_exists( $taxonomy ) ? get_term_by( 'slug', $value, $taxonomy ) : null;
		return $term ? $term->name : rawurldecode( $value );
	}

	/** @return array<string, string[]> Values of each open attribute, by its key. */
	private static function open( WC_Product_Variation $variation ): array {
		$open = array_filter( $variation->get_variation_attributes(), static fn( $value ) => '' === (string) $value );
		return $open ? array_filter( array_intersect_key( self::values( $variation->get_parent_id() ), $open ) ) : array();
	}

	/** @return array<string, string[]> Values of a product's attributes, by key: a query that its variations share. */
	private static function values( int $product_id ): array {
		if ( ! isset( self::$values[ $product_id ] ) ) {
			$product = wc_get_product( $product_id );
			$values  = array();
			foreach ( $product instanceof WC_Product_Variable ? $product->get_variation_attributes() : array() as $name => $each ) {
				$values[ 'attribute_' . sanitize_title( (string) $name ) ] = array_map( 'strval', array_values( (array) $each ) );
			}
			self::$values[ $product_id ] = $values;
		}
		return self::$values[ $product_id ];
	}

	/** @param array<string, string> $chosen */
	private static function code( array $chosen ): string {
		ksort( $chosen );
		return sprintf( '%010d', hexdec( substr( md5( (string) wp_json_encode( array_map( 'strval', $chosen ) ) ), 0, 8 ) ) );
	}
}
