<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use WC_Product;
use WP_REST_Request;
use WP_REST_Response;
use WP_Term;

defined( 'ABSPATH' ) || exit;

/** GET /wc/v3/products?ucp_host_categories=1: adds the path of each category. Core returns only the names at their ends. */
final class CategoryPaths {

	private const PARAMETER = 'ucp_host_categories';
	private const MAX_DEPTH = 10;

	public static function add( WP_REST_Response $response, WC_Product $product, WP_REST_Request $request ): WP_REST_Response {
		$value = $request[ self::PARAMETER ];
		if ( '/wc/v3/products' === $request->get_route() && 'GET' === $request->get_method() && '1' === (string) ( is_scalar( $value ) ? $value : '' ) ) {
			$response->data[ self::PARAMETER ] = array_map( array( self::class, 'path' ), array_values( $product->get_category_ids() ) );
		}
		return $response;
	}

	/** @internal @return string[] Names from the top down, as WordPress stores them: escaped. */
	public static function path( int $id ): array {
		$names = array();
		while ( $id > 0 && count( $names ) < self::MAX_DEPTH ) {
			$term = get_term( $id, 'product_cat' );
			if ( ! $term instanceof WP_Term ) {
				break;
			}
			array_unshift( $names, $term->name );
			$id = (int) $term->parent;
		}
		return $names;
	}
}
