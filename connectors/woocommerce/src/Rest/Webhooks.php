<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Pairing\Connection;
use UcpHost\Setup\KeyScope;
use UcpHost\Webhooks\WebhookPlan;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

defined( 'ABSPATH' ) || exit;

/** POST /webhooks/mend and /webhooks/remove: the paired service has its webhooks made and repaired, or removed, by the plugin. */
final class Webhooks {

	public function register(): void {
		foreach ( array( 'mend', 'remove' ) as $handler ) {
			register_rest_route(
				Routes::NAME_SPACE,
				"/webhooks/$handler",
				array(
					'methods'             => WP_REST_Server::CREATABLE,
					'callback'            => array( $this, $handler ),
					'permission_callback' => static fn() => current_user_can( 'manage_woocommerce' ),
					'args'                => self::arguments(),
				)
			);
		}
	}

	/** @return WP_REST_Response|WP_Error */
	public function mend( WP_REST_Request $request ) {
		return self::answer( static fn() => Connection::mend_webhooks( self::plan( $request ) ) );
	}

	/** @return WP_REST_Response|WP_Error */
	public function remove( WP_REST_Request $request ) {
		return self::answer(
			static function () use ( $request ): ?array {
				$removed = Connection::remove_webhooks( self::plan( $request ) );
				return null === $removed ? null : array( 'removed' => $removed );
			}
		);
	}

	/** A service that was given a key by hand looks after its webhooks itself. @return WP_REST_Response|WP_Error */
	private static function answer( callable $work ) {
		if ( ! KeyScope::is_accepted() ) {
			return Refusal::not_pairing()->to_error();
		}
		$answer = $work();
		return null === $answer ? Refusal::pairing_busy()->to_error() : new WP_REST_Response( $answer );
	}

	private static function plan( WP_REST_Request $request ): WebhookPlan {
		return new WebhookPlan( (string) $request['address'], (string) $request['secret'] );
	}

	private static function arguments(): array {
		return array(
			'address' => array(
				'type'     => 'string',
				'pattern'  => '^https?://',
				'required' => true,
			),
			'secret'  => array(
				'type'      => 'string',
				'minLength' => 16,
				'required'  => true,
			),
		);
	}
}
