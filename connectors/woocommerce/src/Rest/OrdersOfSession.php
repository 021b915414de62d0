<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Checkout\OrderMark;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.SlowDBQuery.slow_db_query_meta_query -- both order storages index the meta's key.

/** GET /wc/v3/orders?service_session_id=…: core ignores unknown parameters and lists all orders. */
final class OrdersOfSession {

	/** Both order storages take this query. */
	public static function narrow( array $query, WP_REST_Request $request ): array {
		if ( ! $request->has_param( 'service_session_id' ) ) {
			return $query;
		}
		$asked                 = $request['service_session_id'];
		$is_uuid               = is_string( $asked ) && wp_is_uuid( strtolower( $asked ) );
		$query['meta_query']   = array( $query['meta_query'] ?? array() );
		$query['meta_query'][] = array(
			'key'   => OrderMark::SESSION,
			// No order has a session of this name.
			'value' => $is_uuid ? strtolower( $asked ) : 'none',
		);
		$query['meta_query']   = array_values( array_filter( $query['meta_query'] ) );
		return $query;
	}
}
