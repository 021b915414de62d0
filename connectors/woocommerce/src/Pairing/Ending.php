<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/** Record of an unpairing by the service, shown to the merchant. */
final class Ending {

	public const OPTION = 'ucp_host_unpaired';

	public static function note( string $service_name, int $now ): void {
		update_option(
			self::OPTION,
			array(
				'service_name' => $service_name,
				'at'           => $now,
			),
			false
		);
	}

	/** @return array{service_name: string, at: int}|null */
	public static function noted(): ?array {
		$noted = get_option( self::OPTION );
		return is_array( $noted ) ? $noted : null;
	}

	public static function forget(): void {
		delete_option( self::OPTION );
	}
}
