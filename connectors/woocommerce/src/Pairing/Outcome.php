<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/** Outcome of an action, as shown to the merchant. */
final class Outcome {

	/**
	 * @param string $kind ok, warning or problem.
	 * @param string $reason For programs: what exactly; empty when all went well.
	 * @param array  $data The service's answer, where it was as expected.
	 */
	private function __construct(
		public string $kind,
		public string $message,
		public string $remedy,
		public string $reason,
		public array $data
	) {}

	public static function ok( string $message, array $data = array() ): self {
		return new self( 'ok', $message, '', '', $data );
	}

	public static function warning( string $reason, string $message, string $remedy = '' ): self {
		return new self( 'warning', $message, $remedy, $reason, array() );
	}

	public static function problem( string $reason, string $message, string $remedy = '' ): self {
		return new self( 'problem', $message, $remedy, $reason, array() );
	}

	public static function unreachable( Unreachable $error ): self {
		return self::problem( $error->reason, $error->getMessage(), $error->remedy );
	}

	public function is_ok(): bool {
		return 'ok' === $this->kind;
	}
}
