<?php
declare(strict_types=1);

namespace UcpHost\Discovery;

use UcpHost\Pairing\Http;
use UcpHost\Pairing\Pairing;

defined( 'ABSPATH' ) || exit;

/** Answers `/.well-known/ucp` on the shop's domain, before WordPress looks for a page of that name. */
final class WellKnown {

	public const PATH = '/.well-known/ucp';

	/** Early, so that neither permalinks nor other plugins come in between. */
	public static function answer(): void {
		$version = self::version_asked();
		// Other pages must not pay for options that no page has loaded.
		if ( null === $version ) {
			return;
		}
		$pairing  = Pairing::stored();
		$mode     = Mode::chosen();
		$is_there = $pairing && ( '' === $version || '' !== $pairing->profile_url );
		if ( ! $is_there || Mode::OFF === $mode ) {
			return;
		}
		$method   = isset( $_SERVER['REQUEST_METHOD'] ) ? strtoupper( sanitize_key( wp_unslash( $_SERVER['REQUEST_METHOD'] ) ) ) : 'GET';
		$url      = self::source( $mode, $pairing, $version );
		$direct   = Mode::REDIRECT !== $mode;
		$manifest = $direct ? ManifestCopy::text( $url, array( Http::class, 'send' ), time(), $version ) : null;
		$answer   = Answer::of( $method, $url, $manifest );
		self::send( $direct && null === $manifest ? $answer->for_once() : $answer );
	}

	/** Address of the manifest at the service. */
	public static function source( string $mode, Pairing $pairing, string $version = '' ): string {
		if ( Mode::PROFILE !== $mode || '' === $pairing->profile_url ) {
			return $pairing->manifest_url;
		}
		return $pairing->profile_url . ( '' === $version ? '' : '/' . $version );
	}

	/** Runs late when discovery is off or the site unpaired, so that other plugins can serve the address. */
	public static function refuse(): void {
		if ( self::is_asked() ) {
			self::send( Answer::nothing() );
		}
	}

	/**
	 * Keeps WordPress from redirecting to a similar page or adding a slash.
	 *
	 * @param mixed $url
	 * @return mixed
	 */
	public static function keep_address( $url ) {
		return self::is_asked() ? false : $url;
	}

	/** Below the site's own path too: each site of a network in folders has one. */
	public static function is_address( string $request_uri, string $home_path ): bool {
		return '' === self::version_in( $request_uri, $home_path );
	}

	/** Empty at the root; an older version of the profile below it; null for any other address. */
	public static function version_in( string $request_uri, string $home_path ): ?string {
		$path = (string) strtok( $request_uri, '?#' );
		$path = '/' === substr( $path, -1 ) ? substr( $path, 0, -1 ) : $path;
		foreach ( array( self::PATH, rtrim( $home_path, '/' ) . self::PATH ) as $root ) {
			if ( $root === $path ) {
				return '';
			}
			foreach ( ManifestCopy::OLDER_VERSIONS as $version ) {
				if ( $root . '/' . $version === $path ) {
					return $version;
				}
			}
		}
		return null;
	}

	/** Folder of a site that is not at the root of its domain, where another one may answer; empty for the root. */
	public static function folder( string $site_url ): string {
		return rtrim( (string) wp_parse_url( $site_url, PHP_URL_PATH ), '/' );
	}

	private static function is_asked(): bool {
		return null !== self::version_asked();
	}

	/** As `version_in`; older versions are there only where the profile is. */
	private static function version_asked(): ?string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- it is only compared.
		$uri = isset( $_SERVER['REQUEST_URI'] ) ? (string) wp_unslash( $_SERVER['REQUEST_URI'] ) : '';
		if ( false === strpos( $uri, self::PATH ) ) {
			return null;
		}
		$version = self::version_in( $uri, (string) wp_parse_url( (string) get_option( 'home' ), PHP_URL_PATH ) );
		return '' === $version || Mode::PROFILE === Mode::chosen() ? $version : null;
	}

	private static function send( Answer $answer ): void {
		// Caching plugins keep pages for longer than the merchant's switch should take.
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedConstantFound -- the constant that they read.
		defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true );
		header_remove();
		status_header( $answer->status );
		foreach ( $answer->headers as $name => $value ) {
			header( $name . ': ' . $value );
		}
		// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- JSON.
		echo $answer->body;
		exit;
	}
}
