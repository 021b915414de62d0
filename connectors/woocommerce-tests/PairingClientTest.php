<?php
declare(strict_types=1);

use UcpHost\Pairing\Attempt;
use UcpHost\Pairing\Pairing;
use UcpHost\Pairing\ServiceAddress;
use UcpHost\Pairing\ServiceClient;
use UcpHost\Pairing\SiteFacts;
use UcpHost\Pairing\Unreachable;

final class PairingClientTest extends ConnectorTestCase {

	private const CODE  = '123456';
	private const TOKEN = 'Aa0-_Aa0-_Aa0-_Aa0-_Aa0-_Aa0-_Aa0-_Aa0-_Aa0';

	/** @var array<int, array{method: string, url: string, headers: array, body: string}> */
	private array $sent = array();

	public function test_pairs_with_what_the_service_wants_to_know(): void {
		$this->goes_over_the_wire( 'pairAnswer', self::paired() );
		$outcome = $this->client( 201, self::paired() )->pair( $this->request() );
		$this->assertTrue( $outcome->is_ok() );
		$this->assertSame( array( 'POST', 'https://ucp.example/api/connector/pair' ), array( $this->sent[0]['method'], $this->sent[0]['url'] ) );
		$body = json_decode( $this->sent[0]['body'], true );
		$this->goes_over_the_wire( 'pairRequest', $body );
		$this->assertSame( array( self::CODE, 'https://shop.example', 'Corner Shop' ), array( $body['code'], $body['site_url'], $body['site_name'] ) );

		$pairing = Pairing::begun_by( $this->attempt(), $outcome->data, 1000 );
		$pairing->store();
		$this->assertEquals( $pairing, Pairing::stored() );
	}

	public function test_the_same_code_again_is_the_same_attempt(): void {
		$first = $this->attempt();
		$this->assertSame( $first->connector_token, Attempt::begin( 'https://ucp.example', self::CODE, 1060 )->connector_token );
		$this->assertNotSame( $first->connector_token, Attempt::begin( 'https://ucp.example', '654321', 1060 )->connector_token );
		$this->assertNull( Attempt::stored( 1060 + 3600 ), 'and is forgotten after a while' );
		$this->assertStringNotContainsString( self::CODE, json_encode( Site::$options ) );
	}

	/** @dataProvider refusals */
	public function test_says_in_words_why_it_was_not_paired( int $status, $body, array $headers, string $reason ): void {
		$outcome = $this->client( $status, $body, $headers )->pair( $this->request() );
		$this->assertFalse( $outcome->is_ok() );
		$this->assertSame( $reason, $outcome->reason );
		$this->assertNotSame( '', $outcome->message );
		$this->assertNotSame( '', $outcome->remedy );
		$this->assertStringNotContainsString( self::TOKEN, $outcome->message . $outcome->remedy );
	}

	public function refusals(): array {
		$refusals = array(
			'a wrong, used, expired or locked code' => array( 401, array( 'code' => 'pairing_refused', 'error' => 'No.' ), array(), 'pairing_refused' ),
			'too many tries'                        => array( 429, array( 'code' => 'too_many_requests', 'error' => 'Slow down.' ), array( 'retry-after' => '61' ), 'too_many_requests' ),
			'a service in trouble'                  => array( 502, 'Bad gateway', array(), 'service_error' ),
			'a website of somebody else'            => array( 200, '<!doctype html>', array(), 'not_a_service' ),
			'a 401 of somebody else'                => array( 401, '<!doctype html>', array(), 'not_a_service' ),
			'an answer that lacks a secret'         => array( 201, array_diff_key( self::paired(), array( 'webhook' => 1 ) ), array(), 'not_a_service' ),
			'an answer with a script for a link'    => array( 201, array( 'manifest_url' => 'javascript:alert(1)' ) + self::paired(), array(), 'not_a_service' ),
			'a profile that is a script'            => array( 201, array( 'profile_url' => 'javascript:alert(1)' ) + self::paired(), array(), 'not_a_service' ),
			'a redirect'                            => array( 301, '', array( 'location' => 'https://elsewhere.example' ), 'redirected' ),
			'a reason of a newer service'           => array( 409, array( 'code' => 'pairing_not_possible', 'reason' => 'moon_phase', 'error' => 'Wrong moon.', 'remedy' => 'Wait.' ), array(), 'moon_phase' ),
		);
		$reasons = array( 'plain_http', 'permalinks_off', 'woocommerce_missing', 'woocommerce_too_old', 'site_unreachable', 'rest_blocked', 'login_wall', 'coming_soon', 'keys_refused', 'other_site' );
		foreach ( $reasons as $reason ) {
			$refusals[ $reason ] = array( 409, array( 'code' => 'pairing_not_possible', 'reason' => $reason, 'error' => 'It answered 503.', 'remedy' => 'Mend it.' ), array(), $reason );
		}
		return $refusals;
	}

	public function test_waits_as_long_as_the_service_asks(): void {
		$this->assertSame( 'Try again in 2 minutes.', $this->client( 429, array(), array( 'retry-after' => '61' ) )->pair( $this->request() )->remedy );
		$this->assertSame( 'Try again in 1 minute.', $this->client( 429, array(), array( 'retry-after' => '5' ) )->pair( $this->request() )->remedy );
	}

	public function test_the_services_own_words_stand_beside_ours(): void {
		$body = array( 'code' => 'pairing_not_possible', 'reason' => 'login_wall', 'error' => 'It answered 401 to the front page.', 'remedy' => '…' );
		$this->assertStringContainsString( 'It answered 401 to the front page.', $this->client( 409, $body )->pair( $this->request() )->message );
	}

	/** @dataProvider failures */
	public function test_says_in_words_why_no_answer_came( string $code, string $said, string $reason ): void {
		$client  = new ServiceClient(
			'https://ucp.example',
			static function () use ( $code, $said ) {
				throw Unreachable::because( $code, $said );
			}
		);
		$outcome = $client->pair( $this->request() );
		$this->assertSame( $reason, $outcome->reason );
		$this->assertNotSame( '', $outcome->remedy );
		$this->assertStringNotContainsString( 'cURL', $outcome->message );
	}

	public function failures(): array {
		return array(
			'an expired certificate' => array( 'http_request_failed', 'cURL error 60: SSL certificate problem: certificate has expired', 'tls' ),
			'another name\'s'        => array( 'http_request_failed', 'cURL error 51: SSL: no alternative certificate subject name matches', 'tls' ),
			'too slow'               => array( 'http_request_failed', 'cURL error 28: Operation timed out after 45000 milliseconds', 'timeout' ),
			'no such name'           => array( 'http_request_failed', 'cURL error 6: Could not resolve host: ucp.example', 'dns' ),
			'nobody listens'         => array( 'http_request_failed', 'cURL error 7: Failed to connect to ucp.example port 443', 'connection' ),
			'blocked by wp-config'   => array( 'http_request_not_executed', 'User has blocked requests through HTTP.', 'blocked' ),
			'a private network'      => array( 'http_request_failed', 'A valid URL was not provided.', 'blocked' ),
		);
	}

	public function test_asks_for_the_status_with_its_token(): void {
		$status  = array(
			'paired'        => true,
			'store'         => array( 'slug' => 'corner-shop', 'name' => 'Corner Shop', 'status' => 'connected' ),
			'capabilities'  => array( 'cart' => true, 'order' => false, 'discount' => true, 'fulfillment' => true ),
			'manifest_url'  => 'https://ucp.example/api/ucp/corner-shop',
			'profile_url'   => 'https://ucp.example/ucp/corner-shop/.well-known/ucp',
			'reaches_site'  => array( 'ok' => false, 'checked_at' => '2026-11-21T08:00:00.000Z', 'message' => 'It does not answer.', 'remedy' => 'Mend it.' ),
			'last_event_at' => null,
		);
		$this->goes_over_the_wire( 'statusAnswer', $status );
		$outcome = $this->client( 200, $status )->status( self::TOKEN );
		$this->assertTrue( $outcome->is_ok() );
		$this->assertSame( 'Bearer ' . self::TOKEN, $this->sent[0]['headers']['Authorization'] );
		$this->assertSame( 'GET', $this->sent[0]['method'] );
		$this->assertFalse( $this->pairing()->updated_by( $outcome->data )->capabilities['order'] );
	}

	public function test_hears_that_it_is_not_paired_any_more(): void {
		$this->assertSame( 'unpaired', $this->client( 401, array( 'code' => 'unauthenticated', 'error' => 'Not paired.' ) )->status( self::TOKEN )->reason );
		$this->assertSame( 'not_a_service', $this->client( 401, 'Password?' )->status( self::TOKEN )->reason, 'a wall in front of the service is no reason to clean up' );
	}

	public function test_unpairs(): void {
		$this->goes_over_the_wire( 'unpaired', array( 'unpaired' => true ) );
		$this->assertTrue( $this->client( 200, array( 'unpaired' => true ) )->unpair( self::TOKEN )->is_ok() );
		$this->assertSame( array( 'POST', 'https://ucp.example/api/connector/unpair' ), array( $this->sent[0]['method'], $this->sent[0]['url'] ) );
	}

	public function test_a_copy_of_the_site_is_not_the_one_that_was_paired(): void {
		$this->assertTrue( $this->pairing()->is_of( 'http://Shop.example' ) );
		$this->assertFalse( $this->pairing()->is_of( 'https://staging.shop.example' ) );
		$this->assertFalse( $this->pairing()->is_of( 'https://shop.example/staging' ) );
	}

	/** @dataProvider addresses */
	public function test_secrets_go_to_encrypted_addresses_only( string $typed, ?string $expected ): void {
		$this->assertSame( $expected, ServiceAddress::of( $typed, 'http://ucp-host:8787' ) );
	}

	public function addresses(): array {
		return array(
			array( 'https://ucp.example', 'https://ucp.example' ),
			array( ' ucp.example/ ', 'https://ucp.example' ),
			array( 'HTTPS://UCP.Example:8443/agents/', 'https://ucp.example:8443/agents' ),
			array( 'http://127.0.0.1:8787', 'http://127.0.0.1:8787' ),
			array( 'http://ucp-host:8787', 'http://ucp-host:8787' ),
			array( 'http://ucp.example', null ),
			array( 'http://localhost.evil.example', null ),
			array( 'https://user:password@ucp.example', null ),
			array( 'https://ucp.example/?to=elsewhere', null ),
			array( 'ftp://ucp.example', null ),
			array( 'javascript:alert(1)', null ),
			array( '', null ),
		);
	}

	private static function paired(): array {
		return array(
			'service_name'  => 'ucp-host',
			'service_url'   => 'https://ucp.example',
			'store'         => array( 'slug' => 'corner-shop', 'name' => 'Corner Shop' ),
			'service_token' => self::TOKEN,
			'webhook'       => array( 'address' => 'https://ucp.example/webhooks/corner-shop', 'secret' => 'a secret of the shop' ),
			'manifest_url'  => 'https://ucp.example/api/ucp/corner-shop',
			'capabilities'  => array( 'cart' => true, 'order' => true, 'discount' => true, 'fulfillment' => true ),
		);
	}

	private function pairing(): Pairing {
		return Pairing::begun_by( $this->attempt(), self::paired(), 1000 );
	}

	private function attempt(): Attempt {
		return Attempt::begin( 'https://ucp.example', self::CODE, 1000 );
	}

	private function request(): array {
		return SiteFacts::pair_request( self::CODE, $this->attempt() );
	}

	/** @param mixed $body */
	private function client( int $status, $body, array $headers = array() ): ServiceClient {
		return new ServiceClient(
			'https://ucp.example',
			function ( string $method, string $url, array $sent_headers, string $sent_body ) use ( $status, $body, $headers ): array {
				$this->sent[] = array(
					'method'  => $method,
					'url'     => $url,
					'headers' => $sent_headers,
					'body'    => $sent_body,
				);
				return array(
					'status'  => $status,
					'headers' => $headers,
					'body'    => is_string( $body ) ? $body : json_encode( $body ),
				);
			}
		);
	}
}
