<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use WP_REST_Response;
use WP_REST_Server;
use const UcpHost\VERSION;

/** GET /health */
final class Health {

	/** Set when a service has first come with a key that may write. */
	public const PAIRED = 'ucp_host_paired';

	public function register(): void {
		register_rest_route(
			Routes::NAME_SPACE,
			'/health',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => array( $this, 'handle' ),
				'permission_callback' => '__return_true',
			)
		);
	}

	public function handle(): WP_REST_Response {
		return new WP_REST_Response(
			array(
				'status'            => get_option( self::PAIRED ) ? 'ok' : 'not_paired',
				'connector_version' => VERSION,
			)
		);
	}
}
