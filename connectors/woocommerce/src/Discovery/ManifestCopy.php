<?php
declare(strict_types=1);

namespace UcpHost\Discovery;

use UcpHost\Pairing\Http;
use UcpHost\Pairing\Unreachable;

defined( 'ABSPATH' ) || exit;

/** The service's manifest, fetched at most every five minutes. When the service is away, the last one serves for a day. */
final class ManifestCopy {

	private const TRANSIENT  = 'ucp_host_manifest';
	private const FRESH      = 300;
	private const TRY_AGAIN  = 30;
	private const MOST_BYTES = 262144;

	/** Null when there is none. */
	public static function text( string $manifest_url ): ?string {
		$kept = get_transient( self::TRANSIENT );
		$kept = is_array( $kept ) && ( $kept['url'] ?? '' ) === $manifest_url ? $kept : null;
		if ( $kept && $kept['due'] > time() ) {
			return $kept['text'];
		}
		// Others who ask meanwhile get the old one, and do not ask the service too.
		self::keep( $manifest_url, $kept['text'] ?? null, $kept['until'] ?? time() + DAY_IN_SECONDS, self::TRY_AGAIN );
		$text = self::fetch( $manifest_url, array( Http::class, 'send' ) );
		if ( null !== $text ) {
			self::keep( $manifest_url, $text, time() + DAY_IN_SECONDS, self::FRESH );
			return $text;
		}
		return $kept['text'] ?? null;
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

	private static function keep( string $url, ?string $text, int $until, int $seconds ): void {
		$lifetime = $until - time();
		if ( $lifetime <= 0 ) {
			self::forget();
			return;
		}
		$kept = array(
			'url'   => $url,
			'text'  => $text,
			'until' => $until,
			'due'   => time() + $seconds,
		);
		set_transient( self::TRANSIENT, $kept, $lifetime );
	}
}
