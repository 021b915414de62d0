<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Pairing\Connection;
use UcpHost\Setup\ApiKey;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

defined( 'ABSPATH' ) || exit;

/** POST /unpair: the service has ended the pairing, and the site cleans up. Again is no mistake. */
final class Unpair {

	public function register(): void {
		register_rest_route(
			Routes::NAME_SPACE,
			'/unpair',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => array( $this, 'handle' ),
				'permission_callback' => static fn() => current_user_can( 'manage_woocommerce' ),
				'args'                => array(
					'revoke_key' => array( 'type' => 'boolean' ),
				),
			)
		);
	}

	public function handle( WP_REST_Request $request ): WP_REST_Response {
		Connection::ended_by_service();
		if ( true === $request['revoke_key'] ) {
			ApiKey::revoke();
		}
		return new WP_REST_Response( self::answer() );
	}

	/** @return array{unpaired: true} */
	public static function answer(): array {
		return array( 'unpaired' => true );
	}
}
