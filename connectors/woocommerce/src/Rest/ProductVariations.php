<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Pricing\OpenChoices;
use UcpHost\Pricing\ShownPrice;
use WC_Product;
use WC_Product_Variable;
use WC_Product_Variation;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- one query for all variations; WooCommerce reads them one by one.

/** GET /wc/v3/products?ucp_host_variations=1: variable products carry their published variations. */
final class ProductVariations {

	private const MEMBER      = 'ucp_host_variations';
	private const PRICE_RANGE = 'ucp_host_price_range';
	private const MOST_OF_ONE = 100;
	private const MOST_OF_ALL = 1000;

	/** How many there are room for depends on all products of the page: at first only a place is kept. */
	public static function reserve( WP_REST_Response $response, WC_Product $product, WP_REST_Request $request ): WP_REST_Response {
		if ( self::is_asked( $request ) && $product instanceof WC_Product_Variable ) {
			$response->data[ self::MEMBER ] = $product->get_id();
		}
		return $response;
	}

	/**
	 * @param mixed $response
	 * @param mixed $handler
	 * @return mixed
	 */
	public static function fill( $response, $handler, WP_REST_Request $request ) {
		if ( ! self::is_asked( $request ) || ! $response instanceof WP_REST_Response || ! is_array( $response->data ) ) {
			return $response;
		}
		$products = array_filter( array_column( $response->data, self::MEMBER ), 'is_int' );
		if ( ! $products ) {
			return $response;
		}
		$published = self::published( $products );
		$sent      = self::chosen( $published, NamedProducts::numbers( $request ) );
		$is_shown  = ShownPrices::is_asked( $request );
		_prime_post_caches( array_merge( ...array_values( $sent ) ) );
		foreach ( $response->data as &$row ) {
			$id = $row[ self::MEMBER ] ?? null;
			if ( is_int( $id ) ) {
				$row[ self::MEMBER ]      = self::rows( $sent[ $id ], $is_shown );
				$row[ self::PRICE_RANGE ] = self::price_range( self::prices( $row[ self::MEMBER ], $published[ $id ], $is_shown ) );
			}
		}
		return $response;
	}

	private static function is_asked( WP_REST_Request $request ): bool {
		if ( '/wc/v3/products' !== $request->get_route() || '1' !== (string) ( is_scalar( $request[ self::MEMBER ] ) ? $request[ self::MEMBER ] : '' ) ) {
			return false;
		}
		$fields = wp_parse_list( $request['_fields'] ?? array() );
		return 'GET' === $request->get_method() && ( ! $fields || array_intersect( array( self::MEMBER, self::PRICE_RANGE ), $fields ) );
	}

	/**
	 * The price, stock and tax class of every published variation, in the merchant's order: one query, however many there are.
	 *
	 * @param int[] $products
	 * @return array<int, array<int, array{price: string, stock: string, tax_class: string}>>
	 */
	private static function published( array $products ): array {
		global $wpdb;
		$list  = implode( ',', array_map( 'intval', $products ) );
		$found = array_fill_keys( $products, array() );
		// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- integers only.
		$rows = $wpdb->get_results( "SELECT p.ID, p.post_parent, price.meta_value AS price, stock.meta_value AS stock, tax.meta_value AS tax_class FROM {$wpdb->posts} p LEFT JOIN {$wpdb->postmeta} price ON price.post_id = p.ID AND price.meta_key = '_price' LEFT JOIN {$wpdb->postmeta} stock ON stock.post_id = p.ID AND stock.meta_key = '_stock_status' LEFT JOIN {$wpdb->postmeta} tax ON tax.post_id = p.ID AND tax.meta_key = '_tax_class' WHERE p.post_parent IN ($list) AND p.post_type = 'product_variation' AND p.post_status = 'publish' ORDER BY p.menu_order, p.ID" );
		foreach ( $rows as $row ) {
			$found[ (int) $row->post_parent ][ (int) $row->ID ] = array(
				'price'     => (string) $row->price,
				'stock'     => (string) $row->stock,
				'tax_class' => (string) $row->tax_class,
			);
		}
		return $found;
	}

	/**
	 * Named ones, then those that can be bought, then others; as many as there is room for, in the merchant's order.
	 *
	 * @param int[] $named
	 * @return array<int, int[]>
	 */
	private static function chosen( array $published, array $named ): array {
		$total = array_sum( array_map( static fn( $each ) => min( count( $each ), self::MOST_OF_ONE ), $published ) );
		$share = $total > self::MOST_OF_ALL ? intdiv( self::MOST_OF_ALL, count( $published ) ) : self::MOST_OF_ONE;
		return array_map(
			static function ( array $variations ) use ( $named, $share ): array {
				$ranks = array();
				foreach ( $variations as $id => $each ) {
					$can_be_bought = '' !== $each['price'] && 'outofstock' !== $each['stock'];
					$ranks[ $id ]  = in_array( $id, $named, true ) ? 0 : ( $can_be_bought ? 1 : 2 );
				}
				asort( $ranks );
				$count = max( $share, count( array_keys( $ranks, 0, true ) ) );
				$kept  = array_slice( $ranks, 0, $count, true );
				return array_keys( array_intersect_key( $variations, $kept ) );
			},
			$published
		);
	}

	/** @param int[] $ids */
	private static function rows( array $ids, bool $is_shown ): array {
		$variations = array_values( array_filter( array_map( 'wc_get_product', $ids ) ) );
		$row        = static fn( $each ) => self::row( $each ) + ( $is_shown ? self::shown( $each ) : array() );
		return self::with_choices( ShownPrice::as_guest( static fn() => array_map( $row, $variations ) ), $variations );
	}

	/**
	 * Adds the ways to choose what variations leave open, where there is room for all of the product.
	 *
	 * @param array[]                $rows
	 * @param WC_Product_Variation[] $variations
	 */
	private static function with_choices( array $rows, array $variations ): array {
		$choices = array_filter( array_map( array( self::class, 'choices' ), $variations ) );
		if ( count( $rows ) - count( $choices ) + array_sum( array_map( 'count', $choices ) ) > self::MOST_OF_ONE ) {
			return $rows;
		}
		foreach ( $choices as $index => $each ) {
			$rows[ $index ]['choices'] = $each;
		}
		return $rows;
	}

	/** @return array<int, array{id: string, name: string, attributes: array}> */
	private static function choices( WC_Product_Variation $variation ): array {
		$choices = array();
		foreach ( OpenChoices::ways( $variation ) as $code => $attributes ) {
			$choices[] = array(
				'id'         => $variation->get_id() . '-' . $code,
				'name'       => wc_get_formatted_variation( $attributes, true, false, false ),
				'attributes' => self::options( $variation, $attributes ),
			);
		}
		return $choices;
	}

	/** @return array<string, string> */
	private static function shown( WC_Product $variation ): array {
		$shown = ShownPrice::read( $variation );
		return array(
			'shown_price'      => $shown['price'],
			'shown_list_price' => '' === $shown['price'] ? '' : ShownPrice::before_sale( $variation ),
			'sale'             => ShownPrice::sale( $variation, $shown['price'] ),
		) + ( '' === $shown['text'] ? array() : array( 'price_text' => $shown['text'] ) );
	}

	/** A stored price follows the dates of a sale late: it counts only where variations are left out. @return string[] */
	private static function prices( array $rows, array $published, bool $is_shown ): array {
		if ( count( $rows ) === count( $published ) ) {
			return array_column( $rows, $is_shown ? 'shown_price' : 'price' );
		}
		return $is_shown ? self::shown_ends( $published ) : array_column( $published, 'price' );
	}

	/** @return string[] */
	private static function shown_ends( array $variations ): array {
		$ends = array_filter( array_map( 'wc_get_product', ShownPrices::ends( $variations ) ) );
		return ShownPrice::as_guest( static fn() => array_map( array( ShownPrice::class, 'of' ), $ends ) );
	}

	/** @internal */
	public static function row( WC_Product_Variation $variation ): array {
		return array(
			'id'               => $variation->get_id(),
			'name'             => wc_get_formatted_variation( $variation, true, false, false ),
			'status'           => $variation->get_status(),
			'price'            => (string) $variation->get_price(),
			'purchasable'      => $variation->is_purchasable(),
			'stock_status'     => $variation->get_stock_status(),
			'sku'              => (string) $variation->get_sku(),
			'global_unique_id' => method_exists( $variation, 'get_global_unique_id' ) ? (string) $variation->get_global_unique_id() : '',
			'regular_price'    => (string) $variation->get_regular_price(),
			'stock_quantity'   => $variation->get_stock_quantity(),
			'virtual'          => $variation->is_virtual(),
			'image'            => self::image( $variation ),
			'attributes'       => self::options( $variation, $variation->get_variation_attributes() ),
		);
	}

	/** The variation's own picture, else its product's, as in core's rows. @return array{src: string, alt: string}|null */
	private static function image( WC_Product_Variation $variation ): ?array {
		$id  = (int) $variation->get_image_id();
		$src = $id > 0 ? wp_get_attachment_image_url( $id, 'full' ) : false;
		return $src ? array(
			'src' => $src,
			'alt' => (string) get_post_meta( $id, '_wp_attachment_image_alt', true ),
		) : null;
	}

	/** Omits attributes that are left to the buyer. @param array<string, string> $attributes */
	private static function options( WC_Product_Variation $variation, array $attributes ): array {
		$options = array();
		foreach ( $attributes as $key => $value ) {
			$taxonomy = substr( (string) $key, strlen( 'attribute_' ) );
			if ( '' !== (string) $value ) {
				$options[] = array(
					'name'   => wc_attribute_label( $taxonomy, $variation ),
					'option' => OpenChoices::label( $taxonomy, (string) $value ),
				);
			}
		}
		return $options;
	}

	/** @param string[] $prices @return array{min: string, max: string}|null */
	private static function price_range( array $prices ): ?array {
		$prices = array_filter( $prices, 'strlen' );
		if ( ! $prices ) {
			return null;
		}
		usort( $prices, static fn( $one, $other ) => (float) $one <=> (float) $other );
		return array(
			'min' => $prices[0],
			'max' => end( $prices ),
		);
	}
}
