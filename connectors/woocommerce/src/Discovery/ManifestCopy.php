<?php
declare(strict_types=1);

namespace UcpHost\Discovery;

use UcpHost\Pairing\Unreachable;

defined( 'ABSPATH' ) || exit;

/**
 * Copy of the service's manifest, fetched at most every five minutes and used for a day when the service is
 * unavailable.
 */
final class ManifestCopy {

	public const TRANSIENT = 'ucp_host_manifest';

	/** Older versions of the official profile, each at an address below the root's. */
	public const OLDER_VERSIONS = array( '2026-04-08' );

	private const FRESH      = 300;
	private const TRY_AGAIN  = 30;
	private const MOST_BYTES = 262144;

	/**
	 * Null when there is none.
	 *
	 * @param callable $send    As `Http::send`.
	 * @param string   $version An older one of the profile; empty for what stands at the root.
	 */
	public static function text( string $manifest_url, callable $send, int $now, string $version = '' ): ?string {
		$place = self::place( $version );
		$kept  = get_transient( $place );
		$kept = is_array( $kept ) && $kept['url'] === $manifest_url && $kept['until'] > $now ? $kept : null;
		if ( $kept && $kept['due'] > $now ) {
			return $kept['text'];
		}
		$kept = $kept ?? array(
			'url'   => $manifest_url,
			'text'  => null,
			'until' => $now + DAY_IN_SECONDS,
		);
		// Concurrent requests get the old copy without calling the service.
		self::keep( $place, array( 'due' => $now + self::TRY_AGAIN ) + $kept, $now );
		$text = self::fetch( $manifest_url, $send );
		if ( null === $text ) {
			return $kept['text'];
		}
		$fresh = array(
			'url'   => $manifest_url,
			'text'  => $text,
			'until' => $now + DAY_IN_SECONDS,
			'due'   => $now + self::FRESH,
		);
		self::keep( $place, $fresh, $now );
		return $text;
	}

	public static function forget(): void {
		foreach ( array_merge( array( '' ), self::OLDER_VERSIONS ) as $version ) {
			delete_transient( self::place( $version ) );
		}
	}

	/** Null for anything that is no manifest: too large, a page, a redirect. @param callable $send As `Http::send`. */
	public static function fetch( string $manifest_url, callable $send ): ?string {
		try {
			$answer = $send( 'GET', $manifest_url, array(), '', 5 );
		} catch ( Unreachable $error ) {
			return null;
		}
		if ( 200 !== $answer['status'] || strlen( $answer['body'] ) > self::MOST_BYTES ) {
			return null;
		}
		$manifest = json_decode( $answer['body'], true, 64 );
		return is_array( $manifest ) && is_array( $manifest['ucp'] ?? null ) ? $answer['body'] : null;
	}

	/** @param string $text As `text` returns it. */
	public static function is_profile( string $text ): bool {
		$profile  = json_decode( $text, true, 64 );
		$services = is_array( $profile ) ? ( $profile['ucp']['services']['dev.ucp.shopping'] ?? null ) : null;
		return is_array( $services ) && isset( $services[0] );
	}

	private static function place( string $version ): string {
		return '' === $version ? self::TRANSIENT : self::TRANSIENT . '_' . $version;
	}

	private static function keep( string $place, array $kept, int $now ): void {
		set_transient( $place, $kept, $kept['until'] - $now );
	}
}
