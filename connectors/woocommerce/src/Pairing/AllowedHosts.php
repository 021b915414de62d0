<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/**
 * WordPress sends neither requests nor webhooks to unusual ports or into private networks. A service that is run there is
 * let through, host and port exactly, once this site is paired with it, or while an administrator pairs it.
 */
final class AllowedHosts {

	/** @var string[] While an administrator pairs. */
	private static array $named = array();

	/**
	 * Allows the typed address while the work runs.
	 *
	 * @template T
	 * @param callable(): T $work
	 * @return T
	 */
	public static function during( string $service_url, callable $work ) {
		$may_name    = current_user_can( 'manage_options' ) || ServiceAddress::preset() === $service_url;
		self::$named = $may_name ? array( $service_url ) : array();
		try {
			return $work();
		} finally {
			self::$named = array();
		}
	}

	/**
	 * @param mixed $is_external
	 * @param mixed $host
	 * @param mixed $url
	 * @return mixed
	 */
	public static function host( $is_external, $host, $url ) {
		return $is_external || self::is_service( (string) $url );
	}

	/**
	 * @param mixed $ports
	 * @param mixed $host
	 * @param mixed $url
	 * @return mixed
	 */
	public static function port( $ports, $host = '', $url = '' ) {
		if ( is_array( $ports ) && self::is_service( (string) $url ) ) {
			$ports[] = (int) wp_parse_url( (string) $url, PHP_URL_PORT );
		}
		return $ports;
	}

	private static function is_service( string $url ): bool {
		$pairing = Pairing::stored();
		return in_array( self::origin( $url ), array_map( array( self::class, 'origin' ), array_merge( self::$named, $pairing ? self::of_pairing( $pairing ) : array() ) ), true );
	}

	/** The service may name other addresses only at the host that the merchant has named. @return string[] */
	private static function of_pairing( Pairing $pairing ): array {
		$host = wp_parse_url( $pairing->service_url, PHP_URL_HOST );
		return array_filter(
			array( $pairing->service_url, $pairing->webhook_address, $pairing->manifest_url ),
			static fn( $address ) => wp_parse_url( $address, PHP_URL_HOST ) === $host
		);
	}

	private static function origin( string $url ): string {
		$parts = wp_parse_url( $url );
		if ( ! is_array( $parts ) || ! isset( $parts['scheme'], $parts['host'] ) ) {
			return '';
		}
		$port = $parts['port'] ?? ( 'https' === strtolower( $parts['scheme'] ) ? 443 : 80 );
		return strtolower( $parts['scheme'] . '://' . $parts['host'] ) . ':' . $port;
	}
}
