<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

use RuntimeException;

defined( 'ABSPATH' ) || exit;

/** No answer came from the service. Its message says so to the merchant. */
final class Unreachable extends RuntimeException {

	private function __construct( public string $reason, string $message, public string $remedy ) {
		parent::__construct( $message );
	}

	/** Classifies WordPress's error of a failed request. Its message may hold addresses and is not shown. */
	public static function because( string $error_code, string $error_message ): self {
		switch ( self::reason( $error_code, $error_message ) ) {
			case 'tls':
				return new self(
					'tls',
					__( 'The service\'s certificate could not be verified, so nothing was sent.', 'ucp-host' ),
					__( 'Check the service address. If it is right, the operator must repair its certificate, or the certificate authorities of this server are out of date.', 'ucp-host' )
				);
			case 'timeout':
				return new self(
					'timeout',
					__( 'The service did not answer in time.', 'ucp-host' ),
					__( 'Try again in a minute. If it persists, ask the operator of the service.', 'ucp-host' )
				);
			case 'dns':
				return new self(
					'dns',
					__( 'There is no server of this name.', 'ucp-host' ),
					__( 'Check the service address for typos.', 'ucp-host' )
				);
			case 'blocked':
				return new self(
					'blocked',
					__( 'WordPress may not call this address.', 'ucp-host' ),
					__( 'If outgoing requests are blocked in wp-config.php (WP_HTTP_BLOCK_EXTERNAL), add the service to WP_ACCESSIBLE_HOSTS. An address in a private network, or with an unusual port, must be entered by an administrator.', 'ucp-host' )
				);
			default:
				return new self(
					'connection',
					__( 'The service could not be reached.', 'ucp-host' ),
					__( 'Check the service address, and that this server\'s firewall allows outgoing connections.', 'ucp-host' )
				);
		}
	}

	private static function reason( string $code, string $message ): string {
		$curl = preg_match( '/cURL error (\d+)/', $message, $found ) ? (int) $found[1] : 0;
		if ( in_array( $curl, array( 35, 51, 53, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91 ), true ) || preg_match( '/certificate|SSL/i', $message ) ) {
			return 'tls';
		}
		if ( 28 === $curl || preg_match( '/timed? ?out/i', $message ) ) {
			return 'timeout';
		}
		if ( 6 === $curl || preg_match( '/resolve|getaddrinfo/i', $message ) ) {
			return 'dns';
		}
		$is_blocked = 'http_request_not_executed' === $code || preg_match( '/blocked requests|valid URL/i', $message );
		return $is_blocked ? 'blocked' : 'connection';
	}
}
