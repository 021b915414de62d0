<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** GET /wc/v3/products: prices come without their currency, and the service learns of a change of it later. */
final class ListCurrency {

	/**
	 * @param mixed $response
	 * @param mixed $server
	 * @return mixed
	 */
	public static function tell( $response, $server, WP_REST_Request $request ) {
		if ( $response instanceof WP_REST_Response && '/wc/v3/products' === $request->get_route() ) {
			$response->header( 'X-Ucp-Host-Currency', get_woocommerce_currency() );
		}
		return $response;
	}
}
