<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Pairing\Pairing;
use UcpHost\Pairing\SiteFacts;
use WP_REST_Response;
use WP_REST_Server;
use const UcpHost\VERSION;

defined( 'ABSPATH' ) || exit;

/** GET /health */
final class Health {

	/** Set when a service has first come with a key that may write: it may have been given one by hand. */
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
		return new WP_REST_Response( self::answer( get_option( self::PAIRED ) || null !== Pairing::stored() ) );
	}

	/** @return array{status: string, paired: bool, coming_soon: bool, connector_version: string} */
	public static function answer( bool $is_paired ): array {
		return array(
			'status'            => $is_paired ? 'ok' : 'not_paired',
			'paired'            => $is_paired,
			'coming_soon'       => SiteFacts::is_coming_soon(),
			'connector_version' => VERSION,
		);
	}
}
