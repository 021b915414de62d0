<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/** Six digits on their way to a service. Pressed again, it is the same attempt, so that the service knows a repeat. */
final class Attempt {

	public const OPTION = 'ucp_host_pairing_attempt';

	/** Longer than a code lives. */
	private const LIFETIME = 900;

	public function __construct(
		/** Never to be logged. */
		public string $connector_token,
		public string $site_url,
		public string $code_hash,
		public int $begun_at
	) {}

	public static function stored( int $now ): ?self {
		$stored = get_option( self::OPTION );
		if ( ! is_array( $stored ) || ( $stored['begun_at'] ?? 0 ) + self::LIFETIME < $now ) {
			return null;
		}
		return new self( $stored['connector_token'], $stored['site_url'], $stored['code_hash'], $stored['begun_at'] );
	}

	public static function begin( string $code, string $site_url, int $now ): self {
		$before = self::stored( $now );
		$hash   = self::hash( $code );
		if ( $before && hash_equals( $before->code_hash, $hash ) && $before->site_url === $site_url ) {
			return $before;
		}
		$attempt = new self( self::random(), $site_url, $hash, $now );
		update_option( self::OPTION, get_object_vars( $attempt ), false );
		return $attempt;
	}

	/** Codes are short: what is kept of them is of no use without the site's own salt. */
	public static function hash( string $code ): string {
		return hash_hmac( 'sha256', $code, wp_salt( 'auth' ) );
	}

	/** 32 random bytes as base64url. */
	private static function random(): string {
		return rtrim( strtr( base64_encode( random_bytes( 32 ) ), '+/', '-_' ), '=' );
	}
}
