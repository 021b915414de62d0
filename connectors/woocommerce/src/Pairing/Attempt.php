<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

use UcpHost\Setup\ApiKey;

defined( 'ABSPATH' ) || exit;

/**
 * Six digits on their way to one service, with the REST key that was made for them. Pressed again after a lost answer, it is
 * the same attempt, so that the service knows a repeat; any other attempt has another key.
 */
final class Attempt {

	public const OPTION = 'ucp_host_pairing_attempt';

	/** The task that ends an attempt which was given up. */
	public const EXPIRY = 'ucp_host_end_attempt';

	/** Longer than a code lives. */
	private const LIFETIME = 900;

	public function __construct(
		public string $service_url,
		/** Never to be logged. */
		public string $connector_token,
		public string $site_url,
		public string $code_hash,
		public int $user_id,
		/** @var array{key_id: int, consumer_key: string, consumer_secret: string} Never to be logged. */
		public array $key,
		public int $begun_at
	) {}

	public static function stored( int $now ): ?self {
		$attempt = self::of_option();
		return $attempt && $attempt->begun_at + self::LIFETIME >= $now ? $attempt : null;
	}

	/** Null when the current user may not make a key. */
	public static function begin( string $service_url, string $code, int $now ): ?self {
		$before = self::stored( $now );
		$hash   = self::hash( $code );
		$site   = SiteFacts::url();
		$user   = get_current_user_id();
		if ( $before && hash_equals( $before->code_hash, $hash ) && array( $before->service_url, $before->site_url, $before->user_id ) === array( $service_url, $site, $user ) ) {
			return $before;
		}
		self::end();
		$key = ApiKey::create( $service_url );
		if ( ! $key ) {
			return null;
		}
		$attempt = new self( $service_url, self::random(), $site, $hash, $user, $key, $now );
		update_option( self::OPTION, get_object_vars( $attempt ), false );
		wp_schedule_single_event( $now + self::LIFETIME + 1, self::EXPIRY );
		return $attempt;
	}

	/** Revokes the key of an attempt that did not succeed. */
	public static function end(): void {
		$attempt = self::of_option();
		if ( $attempt ) {
			ApiKey::delete( $attempt->key['key_id'] );
		}
		self::forget();
	}

	/** The attempt that the answer was waited for has expired by then. */
	public static function end_expired(): void {
		if ( null === self::stored( time() ) ) {
			self::end();
		}
	}

	/** The attempt has succeeded: its key goes on as the pairing's. */
	public static function forget(): void {
		delete_option( self::OPTION );
		wp_clear_scheduled_hook( self::EXPIRY );
	}

	/** Codes are short: what is kept of them is of no use without the site's own salt. */
	public static function hash( string $code ): string {
		return hash_hmac( 'sha256', $code, wp_salt( 'auth' ) );
	}

	/** Null also for what earlier versions kept: their attempts had no key of their own. */
	private static function of_option(): ?self {
		$stored = get_option( self::OPTION );
		return is_array( $stored ) && isset( $stored['key'], $stored['service_url'], $stored['user_id'] ) ? new self( ...$stored ) : null;
	}

	/** 32 random bytes as base64url. */
	private static function random(): string {
		return rtrim( strtr( base64_encode( random_bytes( 32 ) ), '+/', '-_' ), '=' );
	}
}
