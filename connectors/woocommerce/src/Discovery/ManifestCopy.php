<?php
declare(strict_types=1);

namespace UcpHost\Discovery;

use UcpHost\Pairing\Unreachable;

defined( 'ABSPATH' ) || exit;

/** The service's manifest, fetched at most every five minutes. When the service is away, the last one serves for a day. */
final class ManifestCopy {

	private const TRANSIENT  = 'ucp_host_manifest';
	private const FRESH      = 300;
	private const TRY_AGAIN  = 30;
	private const MOST_BYTES = 262144;

	/** Null when there is none. @param callable $send As `Http::send`. */
	public static function text( string $manifest_url, callable $send, int $now ): ?string {
		$kept = get_transient( self::TRANSIENT );
		$kept = is_array( $kept ) && $kept['url'] === $manifest_url && $kept['until'] > $now ? $kept : null;
		if ( $kept && $kept['due'] > $now ) {
			return $kept['text'];
		}
		$kept = $kept ?? array(
			'url'   => $manifest_url,
			'text'  => null,
			'until' => $now + DAY_IN_SECONDS,
		);
		// Others who ask meanwhile get the old one, and do not ask the service too.
		self::keep( array( 'due' => $now + self::TRY_AGAIN ) + $kept, $now );
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
		self::keep( $fresh, $now );
		return $text;
	}

	public static function forget(): void {
		delete_transient( self::TRANSIENT );
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

	private static function keep( array $kept, int $now ): void {
		set_transient( self::TRANSIENT, $kept, $kept['until'] - $now );
	}
}
