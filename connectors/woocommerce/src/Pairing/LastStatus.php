<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/** Last status from the service, for the settings page. */
final class LastStatus {

	public const OPTION = 'ucp_host_status';

	public static function keep( Outcome $outcome, int $now ): void {
		$reaches = $outcome->data['reaches_site'] ?? null;
		$kept    = array(
			'asked_at'   => $now,
			'there'      => array(
				'ok'      => $outcome->is_ok(),
				'message' => $outcome->message,
				'remedy'  => $outcome->remedy,
			),
			'here'       => is_array( $reaches ) ? array(
				'ok'      => $reaches['ok'],
				'message' => (string) $reaches['message'],
				'remedy'  => is_string( $reaches['remedy'] ?? null ) ? $reaches['remedy'] : '',
			) : null,
			'connected'  => 'disconnected' !== ( $outcome->data['store']['status'] ?? 'connected' ),
			'health'     => ServiceAnswers::health( $outcome->data ),
			'last_event' => is_string( $outcome->data['last_event_at'] ?? null ) ? (int) strtotime( $outcome->data['last_event_at'] ) : 0,
		);
		update_option( self::OPTION, $kept, false );
	}

	/** @return array{asked_at: int, there: array, here: array|null, connected: bool, health?: array, last_event: int}|null */
	public static function kept(): ?array {
		$kept = get_option( self::OPTION );
		return is_array( $kept ) ? $kept : null;
	}

	public static function forget(): void {
		delete_option( self::OPTION );
	}
}
