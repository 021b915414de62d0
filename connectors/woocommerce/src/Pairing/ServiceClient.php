<?php
declare(strict_types=1);

namespace UcpHost\Pairing;

defined( 'ABSPATH' ) || exit;

/** The three things that the site asks of the service. */
final class ServiceClient {

	/** While it pairs, the service calls this site several times. */
	private const PAIR_SECONDS = 45;

	/** @var callable(string, string, array<string, string>, string, int): array{status: int, headers: array<string, string>, body: string} */
	private $send;

	/** @param callable $send Method, URL, headers, body, seconds; throws Unreachable. Header names come back in lower case. */
	public function __construct( private string $service_url, callable $send ) {
		$this->send = $send;
	}

	/** The answer as data, checked. @param array $request The wire's pairRequest. */
	public function pair( array $request ): Outcome {
		try {
			$answer = ( $this->send )(
				'POST',
				$this->service_url . '/api/connector/pair',
				array( 'Content-Type' => 'application/json' ),
				(string) wp_json_encode( $request, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE ),
				self::PAIR_SECONDS
			);
		} catch ( Unreachable $error ) {
			return Outcome::unreachable( $error );
		}
		$body = self::json( $answer );
		if ( 201 === $answer['status'] && ServiceAnswers::is_pairing( $body ) ) {
			return Outcome::ok( '', $body );
		}
		return self::pairing_refusal( $answer, $body );
	}

	public function status( string $service_token ): Outcome {
		return $this->ask( 'GET', '/api/connector/status', $service_token, array( ServiceAnswers::class, 'is_status' ) );
	}

	public function unpair( string $service_token ): Outcome {
		return $this->ask( 'POST', '/api/connector/unpair', $service_token, array( ServiceAnswers::class, 'is_unpaired' ) );
	}

	private function ask( string $method, string $path, string $service_token, callable $is_expected ): Outcome {
		$headers = array( 'Authorization' => 'Bearer ' . $service_token );
		if ( 'POST' === $method ) {
			$headers['Content-Type'] = 'application/json';
		}
		try {
			$answer = ( $this->send )( $method, $this->service_url . $path, $headers, 'POST' === $method ? '{}' : '', 20 );
		} catch ( Unreachable $error ) {
			return Outcome::unreachable( $error );
		}
		$body = self::json( $answer );
		if ( 200 === $answer['status'] && $is_expected( $body ) ) {
			return Outcome::ok( '', $body );
		}
		if ( 401 === $answer['status'] && isset( $body['code'] ) ) {
			return Outcome::problem( 'unpaired', __( 'The service no longer has this shop: it was unpaired there.', 'ucp-host' ) );
		}
		return self::failure( $answer );
	}

	private static function pairing_refusal( array $answer, array $body ): Outcome {
		$code = $body['code'] ?? '';
		if ( 401 === $answer['status'] && 'pairing_refused' === $code ) {
			return Outcome::problem(
				'pairing_refused',
				__( 'The service refused this code: it is wrong, already used or expired.', 'ucp-host' ),
				__( 'Compare the six digits with those that the service shows. A code works for ten minutes and five tries; then create a new one in the service.', 'ucp-host' )
			);
		}
		if ( 409 === $answer['status'] && 'pairing_not_possible' === $code ) {
			return PairingReasons::outcome( $body );
		}
		return self::failure( $answer );
	}

	/** Outcomes common to all requests to the service. */
	private static function failure( array $answer ): Outcome {
		$status = $answer['status'];
		if ( 429 === $status ) {
			return Outcome::problem( 'too_many_requests', __( 'Too many wrong codes were sent from the address of this site.', 'ucp-host' ), self::wait( $answer['headers']['retry-after'] ?? '' ) );
		}
		if ( $status >= 500 ) {
			/* translators: %d: an HTTP status code */
			return Outcome::problem( 'service_error', sprintf( __( 'The service answered with an error (HTTP %d).', 'ucp-host' ), $status ), __( 'Try again in a minute. If it persists, ask the operator of the service.', 'ucp-host' ) );
		}
		if ( $status >= 300 && $status < 400 ) {
			return Outcome::problem( 'redirected', __( 'This address redirects to another one, and secrets are not sent there.', 'ucp-host' ), __( 'Enter the service\'s own address, beginning with https.', 'ucp-host' ) );
		}
		return Outcome::problem(
			'not_a_service',
			/* translators: %d: an HTTP status code */
			sprintf( __( 'No compatible ucp-host service answers at this address (HTTP %d).', 'ucp-host' ), $status ),
			__( 'Check the service address: it is the one that you sign in to as a merchant.', 'ucp-host' )
		);
	}

	private static function wait( string $retry_after ): string {
		$minutes = ctype_digit( $retry_after ) ? max( 1, (int) ceil( (int) $retry_after / 60 ) ) : 10;
		/* translators: %d: a number of minutes */
		return sprintf( _n( 'Try again in %d minute.', 'Try again in %d minutes.', $minutes, 'ucp-host' ), $minutes );
	}

	private static function json( array $answer ): array {
		$body = json_decode( $answer['body'], true, 32 );
		return is_array( $body ) ? $body : array();
	}
}
