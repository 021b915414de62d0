<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use WP_HTTP_Response;
use WP_REST_Request;
use WP_REST_Server;

/** The plugin's own endpoints. The namespace begins with `wc-`: WooCommerce's keys authenticate nowhere else. */
final class Routes {

	public const NAME_SPACE = 'wc-ucp-host/v1';

	public static function register(): void {
		if ( ! class_exists( 'WooCommerce', false ) ) {
			return;
		}
		( new StoreInfo() )->register();
		( new Health() )->register();
		( new CartCreate() )->register();
	}

	public static function forbid_caching( WP_HTTP_Response $response, WP_REST_Server $server, WP_REST_Request $request ): WP_HTTP_Response {
		if ( str_starts_with( $request->get_route(), '/' . self::NAME_SPACE . '/' ) ) {
			$response->header( 'Cache-Control', 'no-store' );
			if ( 503 === $response->get_status() ) {
				$response->header( 'Retry-After', '1' );
			}
		}
		return $response;
	}
}
