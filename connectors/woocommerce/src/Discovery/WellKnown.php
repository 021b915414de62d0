<?php
declare(strict_types=1);

namespace UcpHost\Discovery;

use UcpHost\Pairing\Http;
use UcpHost\Pairing\Pairing;

defined( 'ABSPATH' ) || exit;

/** `/.well-known/ucp` of the shop's own domain, answered before WordPress looks for a page of that name. */
final class WellKnown {

	public const PATH = '/.well-known/ucp';

	/** Early, so that neither permalinks nor other plugins come in between. */
	public static function answer(): void {
		$pairing = self::is_asked() ? Pairing::stored() : null;
		$mode    = Mode::chosen();
		if ( ! $pairing || Mode::OFF === $mode ) {
			return;
		}
		$method   = isset( $_SERVER['REQUEST_METHOD'] ) ? strtoupper( sanitize_key( wp_unslash( $_SERVER['REQUEST_METHOD'] ) ) ) : 'GET';
		$manifest = Mode::DIRECT === $mode ? ManifestCopy::text( $pairing->manifest_url, array( Http::class, 'send' ), time() ) : null;
		$answer   = Answer::of( $method, $pairing->manifest_url, $manifest );
		self::send( Mode::DIRECT === $mode && null === $manifest ? $answer->for_once() : $answer );
	}

	/** Late, where it is switched off or not paired: whoever else serves this address has had the chance. */
	public static function refuse(): void {
		if ( self::is_asked() ) {
			self::send( Answer::nothing() );
		}
	}

	/**
	 * WordPress would guess another page, or add a slash.
	 *
	 * @param mixed $url
	 * @return mixed
	 */
	public static function keep_address( $url ) {
		return self::is_asked() ? false : $url;
	}

	/** Below the site's own path too: each site of a network in folders has one. */
	public static function is_address( string $request_uri, string $home_path ): bool {
		$path = (string) strtok( $request_uri, '?#' );
		$path = '/' === substr( $path, -1 ) ? substr( $path, 0, -1 ) : $path;
		return self::PATH === $path || rtrim( $home_path, '/' ) . self::PATH === $path;
	}

	/** Where agents look: at the root of the domain, wherever the site is. */
	public static function url( string $site_url ): string {
		$parts = parse_url( $site_url );
		$port  = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
		return ( $parts['scheme'] ?? 'https' ) . '://' . ( $parts['host'] ?? '' ) . $port . self::PATH;
	}

	private static function is_asked(): bool {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- it is only compared.
		$uri = isset( $_SERVER['REQUEST_URI'] ) ? (string) wp_unslash( $_SERVER['REQUEST_URI'] ) : '';
		return false !== strpos( $uri, self::PATH ) && self::is_address( $uri, (string) wp_parse_url( (string) get_option( 'home' ), PHP_URL_PATH ) );
	}

	private static function send( Answer $answer ): void {
		// Caching plugins keep pages for longer than the merchant's switch should take.
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
