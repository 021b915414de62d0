<?php
declare(strict_types=1);

namespace UcpHost\Admin;

use UcpHost\Pairing\Outcome;

defined( 'ABSPATH' ) || exit;

/** Result of a button, stored across the redirect. */
final class Said {

	public static function keep( string $panel, Outcome $outcome ): void {
		$kept = array(
			'panel'   => $panel,
			'kind'    => $outcome->kind,
			'message' => $outcome->message,
			'remedy'  => $outcome->remedy,
		);
		set_transient( self::name(), $kept, MINUTE_IN_SECONDS );
	}

	/** @return array{panel: string, kind: string, message: string, remedy: string}|null Once. */
	public static function take(): ?array {
		$kept = get_transient( self::name() );
		delete_transient( self::name() );
		return is_array( $kept ) ? $kept : null;
	}

	private static function name(): string {
		return 'ucp_host_said_' . get_current_user_id();
	}
}
