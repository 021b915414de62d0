<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/** Address of the service. It must use TLS, except on this machine or when wp-config.php allows it. */
final class ServiceAddress {

	public const OPTION = 'ucp_host_service_url';

	private const OWN_MACHINE = array( 'localhost', '127.0.0.1', '[::1]' );

	/** As typed, with a scheme and without a slash at the end; null when it is no address that secrets may go to. */
	public static function of( string $typed, string $preset = '' ): ?string {
		$text = trim( $typed );
		$text = preg_match( '#^[a-z][a-z0-9+.-]*://#i', $text ) ? $text : 'https://' . $text;
		$url  = wp_parse_url( rtrim( $text, '/' ) );
		if ( ! is_array( $url ) || ! isset( $url['host'] ) || array_diff_key( $url, array_flip( array( 'scheme', 'host', 'port', 'path' ) ) ) ) {
			return null;
		}
		$scheme = strtolower( $url['scheme'] );
		$host   = strtolower( $url['host'] );
		if ( 1 !== preg_match( '/^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?)$/', $host ) ) {
			return null;
		}
		$address = $scheme . '://' . $host . ( isset( $url['port'] ) ? ':' . $url['port'] : '' ) . ( $url['path'] ?? '' );
		if ( 'https' === $scheme ) {
			return $address;
		}
		$is_plain_allowed = in_array( $host, self::OWN_MACHINE, true ) || rtrim( $preset, '/' ) === $address;
		return 'http' === $scheme && $is_plain_allowed ? $address : null;
	}

	/** Suggested address: the last one, or the site owner's setting. */
	public static function suggested(): string {
		$remembered = get_option( self::OPTION );
		return is_string( $remembered ) && '' !== $remembered ? $remembered : self::preset();
	}

	/** Set by `define( 'UCP_HOST_SERVICE_URL', … )` in wp-config.php, or by a filter. */
	public static function preset(): string {
		$constant = defined( 'UCP_HOST_SERVICE_URL' ) ? (string) constant( 'UCP_HOST_SERVICE_URL' ) : '';
		/**
		 * Filters the address of the service that the settings page suggests.
		 *
		 * @param string $address Such as `https://ucp.example.com`; empty for none.
		 */
		return rtrim( (string) apply_filters( 'ucp_host_service_url', $constant ), '/' );
	}
}
