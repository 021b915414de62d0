<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Pricing\ShownPrice;
use WC_Product;
use WC_Product_Variable;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** GET /wc/v3/products?ucp_host_prices=1: adds the price that guests see. Core returns prices as typed. */
final class ShownPrices {

	private const PARAMETER = 'ucp_host_prices';

	public static function add( WP_REST_Response $response, WC_Product $product, WP_REST_Request $request ): WP_REST_Response {
		if ( self::is_asked( $request ) ) {
			$response->data = array_merge( $response->data, ShownPrice::as_guest( static fn() => self::members( $product ) ) );
		}
		return $response;
	}

	private static function members( WC_Product $product ): array {
		$shown   = ShownPrice::read( $product );
		$members = array(
			'ucp_host_price'              => $shown['price'],
			'ucp_host_prices_include_tax' => ShownPrice::includes_tax(),
			'ucp_host_list_price'         => '' === $shown['price'] ? '' : ShownPrice::before_sale( $product ),
			'ucp_host_sale'               => ShownPrice::sale( $product, $shown['price'] ),
			'purchasable'                 => $product->is_purchasable(),
		);
		if ( '' !== $shown['text'] ) {
			$members['ucp_host_price_text'] = $shown['text'];
		}
		// Bundles, add-ons and the like, of which a plugin has the buyer choose on the product's page.
		if ( ! $product instanceof WC_Product_Variable && $product->has_options() ) {
			$members['ucp_host_choose_on_page'] = true;
		}
		return $members;
	}

	public static function is_asked( WP_REST_Request $request ): bool {
		$value = $request[ self::PARAMETER ];
		return '/wc/v3/products' === $request->get_route() && 'GET' === $request->get_method() && '1' === (string) ( is_scalar( $value ) ? $value : '' );
	}

	/**
	 * Variations with the lowest and highest shown price, by id.
	 *
	 * @param array<int, array{price: string, tax_class: string}> $variations
	 * @return int[]
	 */
	public static function ends( array $variations ): array {
		$classes = array();
		foreach ( $variations as $id => $each ) {
			if ( '' !== $each['price'] ) {
				$classes[ $each['tax_class'] ][ $id ] = (float) $each['price'];
			}
		}
		$ends = array();
		foreach ( $classes as $prices ) {
			$ends[] = array_search( min( $prices ), $prices, true );
			$ends[] = array_search( max( $prices ), $prices, true );
		}
		return array_values( array_unique( $ends ) );
	}
}
