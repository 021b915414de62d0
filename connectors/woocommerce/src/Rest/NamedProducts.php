<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use WP_HTTP_Response;
use WP_Query;
use WP_REST_Request;
use WP_REST_Server;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- one query for all names; WooCommerce has none.

/** GET /wc/v3/products?ucp_host_items=14,57,slug:mug: only the products that these names mean. */
final class NamedProducts {

	public const PARAMETER = 'ucp_host_items';

	private const MOST = 100;

	/** WooCommerce drops unregistered query variables. */
	public static function allow( array $variables ): array {
		return array_merge( $variables, array( self::PARAMETER ) );
	}

	public static function name( array $query, WP_REST_Request $request ): array {
		if ( self::is_asked( $request ) ) {
			$query[ self::PARAMETER ] = self::products( self::names( $request ) );
		}
		return $query;
	}

	/**
	 * Not `post__in`: core adds what is on sale to that list.
	 *
	 * @param mixed $where
	 * @return mixed
	 */
	public static function narrow( $where, WP_Query $query ) {
		global $wpdb;
		$ids = $query->get( self::PARAMETER, null );
		if ( ! is_array( $ids ) ) {
			return $where;
		}
		$list = implode( ',', array_map( 'intval', $ids ) );
		return $where . ( '' === $list ? ' AND 1=0' : " AND {$wpdb->posts}.ID IN ($list)" );
	}

	/**
	 * By this header the service knows that it has not got a page of everything.
	 *
	 * @param mixed $response
	 * @return mixed
	 */
	public static function mark( $response, WP_REST_Server $server, WP_REST_Request $request ) {
		if ( $response instanceof WP_HTTP_Response && self::is_asked( $request ) && 200 === $response->get_status() ) {
			$response->header( 'X-Ucp-Host-Items', '1' );
		}
		return $response;
	}

	/** @return int[] The numbers among the names. */
	public static function numbers( WP_REST_Request $request ): array {
		return array_map( 'intval', array_filter( self::names( $request ), 'ctype_digit' ) );
	}

	private static function is_asked( WP_REST_Request $request ): bool {
		return '/wc/v3/products' === $request->get_route() && 'GET' === $request->get_method() && $request->has_param( self::PARAMETER );
	}

	/** @return string[] */
	private static function names( WP_REST_Request $request ): array {
		$given = $request[ self::PARAMETER ];
		$names = explode( ',', is_string( $given ) ? $given : '' );
		return array_slice( array_filter( array_map( 'trim', $names ), 'strlen' ), 0, self::MOST );
	}

	/** @param string[] $names @return int[] */
	private static function products( array $names ): array {
		$numbers = array_map( 'intval', array_filter( $names, 'ctype_digit' ) );
		$slugs   = array();
		foreach ( $names as $name ) {
			if ( str_starts_with( $name, 'slug:' ) ) {
				$slugs[] = sanitize_title( substr( $name, 5 ) );
			}
		}
		return array_values( array_unique( array_merge( self::by_number( $numbers ), self::by_slug( array_filter( $slugs ) ) ) ) );
	}

	/** A published variation means its product. @param int[] $numbers @return int[] */
	private static function by_number( array $numbers ): array {
		global $wpdb;
		if ( ! $numbers ) {
			return array();
		}
		$list = implode( ',', array_map( 'intval', $numbers ) );
		// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- integers only.
		$ids = $wpdb->get_col( "SELECT CASE post_type WHEN 'product' THEN ID ELSE post_parent END FROM {$wpdb->posts} WHERE ID IN ($list) AND ( post_type = 'product' OR ( post_type = 'product_variation' AND post_status = 'publish' ) )" );
		return array_map( 'intval', $ids );
	}

	/** @param string[] $slugs @return int[] */
	private static function by_slug( array $slugs ): array {
		global $wpdb;
		if ( ! $slugs ) {
			return array();
		}
		$places = implode( ',', array_fill( 0, count( $slugs ), '%s' ) );
		// phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- as many places as there are slugs.
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM {$wpdb->posts} WHERE post_type = 'product' AND post_name IN ($places)", ...array_values( $slugs ) ) );
		return array_map( 'intval', $ids );
	}
}
