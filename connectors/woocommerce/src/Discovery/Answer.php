<?php
declare(strict_types=1);

namespace UcpHost\Discovery;

defined( 'ABSPATH' ) || exit;

/** Response of `/.well-known/ucp`. */
final class Answer {

	/** @param array<string, string> $headers */
	private function __construct( public int $status, public array $headers, public string $body ) {}

	/**
	 * @param string      $url  Where the service has it.
	 * @param string|null $text The manifest, or the profile, for the direct ways; null when it cannot be had.
	 */
	public static function of( string $method, string $url, ?string $text ): self {
		if ( ! in_array( $method, array( 'GET', 'HEAD' ), true ) ) {
			return self::json( 405, array( 'Allow' => 'GET, HEAD' ), '{"error":"Method not allowed"}' );
		}
		$answer = null === $text
			? self::with( 302, array( 'Location' => $url ), '' )
			: self::json( 200, array(), $text );
		$answer->headers['Cache-Control'] = 'public, max-age=300';
		$answer->body                     = 'HEAD' === $method ? '' : $answer->body;
		return $answer;
	}

	public static function nothing(): self {
		return self::json( 404, array( 'Cache-Control' => 'no-store' ), '{"error":"Not found"}' );
	}

	/** The manifest is unavailable: redirects still work, and caching is disabled. */
	public function for_once(): self {
		$this->headers['Cache-Control'] = 'no-store';
		return $this;
	}

	private static function json( int $status, array $headers, string $body ): self {
		return self::with( $status, array( 'Content-Type' => 'application/json' ) + $headers, $body );
	}

	private static function with( int $status, array $headers, string $body ): self {
		$open = array(
			'Access-Control-Allow-Origin' => '*',
			'X-Content-Type-Options'      => 'nosniff',
			// Shows the settings page's check that WordPress answered.
			'X-Ucp-Host'                  => 'connector',
		);
		return new self( $status, $headers + $open, $body );
	}
}
