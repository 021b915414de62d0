<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Pairing\Attempt;
use UcpHost\Pairing\Pairing;
use UcpHost\Pairing\Proof;
use UcpHost\Pairing\SiteFacts;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

defined( 'ABSPATH' ) || exit;

/** GET /pairing-proof: shows the service that this is the site which came with the code. */
final class PairingProof {

	public function register(): void {
		register_rest_route(
			Routes::NAME_SPACE,
			'/pairing-proof',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => array( $this, 'handle' ),
				'permission_callback' => static fn() => current_user_can( 'manage_woocommerce' ),
				'args'                => array(
					'challenge' => array(
						'type'     => 'string',
						'pattern'  => '^[A-Za-z0-9_-]{16,256}$',
						'required' => true,
					),
				),
			)
		);
	}

	/** @return WP_REST_Response|WP_Error */
	public function handle( WP_REST_Request $request ) {
		$known = Attempt::stored( time() ) ?? Pairing::stored();
		if ( ! $known ) {
			return Refusal::not_pairing()->to_error();
		}
		return new WP_REST_Response( self::answer( $known->connector_token, (string) $request['challenge'], SiteFacts::url() ) );
	}

	/** @return array{proof: string} */
	public static function answer( string $connector_token, string $challenge, string $site_url ): array {
		return array( 'proof' => Proof::of( $connector_token, $challenge, $site_url ) );
	}
}
