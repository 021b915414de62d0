<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/**
 * Requests to the service with WordPress's own means. Redirects are never followed, and WordPress refuses addresses in
 * private networks, other than the service's that an administrator has named.
 */
final class Http {

	private const MOST_BYTES = 524288;

	/** @return array{status: int, headers: array<string, string>, body: string} */
	public static function send( string $method, string $url, array $headers, string $body, int $seconds ): array {
		$answer = wp_safe_remote_request(
			$url,
			array(
				'method'              => $method,
				'headers'             => $headers + array( 'Accept' => 'application/json' ),
				'body'                => '' === $body ? null : $body,
				'timeout'             => $seconds,
				'redirection'         => 0,
				'limit_response_size' => self::MOST_BYTES,
			)
		);
		if ( is_wp_error( $answer ) ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- WordPress's words are classified, never shown.
			throw Unreachable::because( (string) $answer->get_error_code(), $answer->get_error_message() );
		}
		return array(
			'status'  => (int) wp_remote_retrieve_response_code( $answer ),
			'headers' => self::headers( $answer ),
			'body'    => wp_remote_retrieve_body( $answer ),
		);
	}

	private static function headers( array $answer ): array {
		$headers = array();
		foreach ( wp_remote_retrieve_headers( $answer ) as $name => $value ) {
			$headers[ strtolower( (string) $name ) ] = is_array( $value ) ? (string) end( $value ) : (string) $value;
		}
		return $headers;
	}
}
