<?php
declare(strict_types=1);

use UcpHost\Pairing\AllowedHosts;
use UcpHost\Pairing\Attempt;
use UcpHost\Pairing\Connection;
use UcpHost\Pairing\Ending;
use UcpHost\Pairing\LastStatus;
use UcpHost\Pairing\Pairing;
use UcpHost\Rest\Unpair;
use UcpHost\Setup\ApiKey;

/** Pairing and its end, with a service that answers as the wire says. */
final class ConnectionTest extends ConnectorTestCase {

	private const SERVICE = 'https://ucp.example';

	/** How often the service was asked what. */
	private array $asked = array();

	private bool $knows_us = true;

	protected function setUp(): void {
		parent::setUp();
		$this->asked    = array();
		$this->knows_us = true;
		Site::$answers  = array( $this, 'service' );
	}

	public function test_pairs_makes_the_webhooks_and_remembers_where(): void {
		$outcome = Connection::pair( 'ucp.example/', '123 456' );
		$this->assertTrue( $outcome->is_ok(), $outcome->message );
		$this->assertSame( 'corner-shop', Pairing::stored()->store_slug );
		$this->assertCount( 7, Shop::$webhooks );
		$this->assertSame( array( self::SERVICE . '/webhooks/corner-shop' ), array_values( array_unique( array_map( static fn( $webhook ) => $webhook->get_delivery_url(), Shop::$webhooks ) ) ) );
		$this->assertSame( self::SERVICE, get_option( 'ucp_host_service_url' ) );
		$this->assertFalse( get_option( Attempt::OPTION ) );
	}

	public function test_sends_secrets_after_no_redirect(): void {
		Connection::pair( self::SERVICE, '123456' );
		$this->assertSame( array( 0 ), array_unique( array_column( array_column( Site::$requests, 'arguments' ), 'redirection' ) ) );
	}

	public function test_pressed_twice_it_pairs_once(): void {
		$this->assertTrue( Connection::pair( self::SERVICE, '123456' )->is_ok() );
		$this->assertTrue( Connection::pair( self::SERVICE, '123456' )->is_ok() );
		$this->assertSame( array( 'pair' => 1 ), $this->asked );
		$this->assertCount( 7, Shop::$webhooks );
		$this->assertSame( 'paired_already', Connection::pair( self::SERVICE, '654321' )->reason );
	}

	public function test_tried_again_after_a_lost_answer_it_says_the_same_once_more(): void {
		Site::$answers = static fn() => new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
		$this->assertSame( 'timeout', Connection::pair( self::SERVICE, '123456' )->reason );
		Site::$answers = array( $this, 'service' );
		$this->assertTrue( Connection::pair( self::SERVICE, '123456' )->is_ok() );
		list( $first, $second ) = array_map( static fn( $request ) => json_decode( $request['arguments']['body'], true ), Site::$requests );
		$this->assertSame( $first, $second );
	}

	public function test_sends_nothing_from_a_site_that_cannot_be_paired(): void {
		Site::$options['permalink_structure'] = '';
		$this->assertSame( 'permalinks_off', Connection::pair( self::SERVICE, '123456' )->reason );
		$this->assertSame( 'code', Connection::pair( self::SERVICE, '12345' )->reason );
		$this->assertSame( 'address', Connection::pair( 'http://ucp.example', '123456' )->reason );
		$this->assertSame( array(), Site::$requests );
	}

	public function test_unpairing_cleans_up_here_and_there(): void {
		Connection::pair( self::SERVICE, '123456' );
		$this->assertTrue( Connection::unpair()->is_ok() );
		$this->assertSame( 1, $this->asked['unpair'] );
		$this->assert_nothing_is_left();
		$this->assertSame( array(), $GLOBALS['wpdb']->keys, 'the key works no more' );
	}

	public function test_unpairing_does_not_need_the_service(): void {
		Connection::pair( self::SERVICE, '123456' );
		Site::$answers = static fn() => new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect' );
		$outcome       = Connection::unpair();
		$this->assertSame( 'warning', $outcome->kind );
		$this->assertNotSame( '', $outcome->remedy );
		$this->assert_nothing_is_left();
	}

	public function test_when_the_service_has_ended_it_the_site_cleans_up_and_says_so(): void {
		Connection::pair( self::SERVICE, '123456' );
		$this->knows_us = false;
		$this->assertSame( 'unpaired', Connection::check()->reason );
		$this->assert_nothing_is_left();
		$this->assertSame( 'ucp-host', Ending::noted()['service_name'] );
	}

	public function test_the_service_may_end_it_by_itself(): void {
		Connection::pair( self::SERVICE, '123456' );
		( new Unpair() )->handle( new WP_REST_Request( array() ) );
		$this->assert_nothing_is_left();
		$this->assertNotNull( Ending::noted() );
		$this->assertCount( 1, $GLOBALS['wpdb']->keys, 'the key stays unless it is asked for' );
	}

	public function test_each_pairing_has_a_key_of_its_own(): void {
		Connection::pair( self::SERVICE, '123456' );
		$first = get_option( ApiKey::OPTION )['consumer_key'];
		( new Unpair() )->handle( new WP_REST_Request( array() ) );
		Connection::pair( self::SERVICE, '654321' );
		$this->assertNotSame( $first, get_option( ApiKey::OPTION )['consumer_key'] );
		$this->assertCount( 1, $GLOBALS['wpdb']->keys );
		$this->assertNull( Ending::noted() );
	}

	public function test_the_daily_task_asks_after_the_pairing_and_mends_the_webhooks(): void {
		Connection::pair( self::SERVICE, '123456' );
		unset( Shop::$webhooks[3] );
		Shop::$webhooks[4]->set_status( 'paused' );
		Connection::mend();
		$this->assertCount( 7, Shop::$webhooks );
		$this->assertSame( array( 'active' ), array_values( array_unique( array_map( static fn( $webhook ) => $webhook->get_status(), Shop::$webhooks ) ) ) );
		$this->assertTrue( LastStatus::kept()['here']['ok'] );
		$this->assertFalse( Pairing::stored()->capabilities['cart'], 'what the service has switched since' );
	}

	public function test_a_copy_of_the_shop_does_nothing_in_its_name(): void {
		Connection::pair( self::SERVICE, '123456' );
		Site::$options['home'] = 'https://staging.shop.example';
		$this->assertSame( 'copy', Connection::check()->reason );
		Shop::$webhooks = array();
		Connection::mend();
		$this->assertSame( array(), Shop::$webhooks );
		$this->assertTrue( Connection::unpair()->is_ok() );
		$this->assertSame( array( 'pair' => 1 ), $this->asked, 'the shop that it was copied from stays paired' );
		$this->assert_nothing_is_left();
	}

	public function test_only_the_service_is_let_through_to_private_networks(): void {
		$this->assertFalse( AllowedHosts::host( false, 'ucp.example', 'https://ucp.example/webhooks/x' ) );
		Connection::pair( self::SERVICE, '123456' );
		$this->assertTrue( AllowedHosts::host( false, 'ucp.example', 'https://ucp.example/webhooks/x' ) );
		$this->assertFalse( AllowedHosts::host( false, 'ucp.example', 'https://ucp.example:8443/' ) );
		$this->assertFalse( AllowedHosts::host( false, '10.0.0.1', 'https://10.0.0.1/' ) );
		$this->assertSame( array( 80, 443 ), AllowedHosts::port( array( 80, 443 ), 'ucp.example', 'https://ucp.example:22/' ) );
	}

	/** The service. */
	public function service( string $url, array $arguments ): array {
		$what                 = basename( $url );
		$this->asked[ $what ] = ( $this->asked[ $what ] ?? 0 ) + 1;
		if ( 'pair' === $what ) {
			return self::answer( 201, self::paired() );
		}
		if ( ! $this->knows_us || 'Bearer ' . self::paired()['service_token'] !== $arguments['headers']['Authorization'] ) {
			return self::answer( 401, array( 'code' => 'signed_out', 'error' => 'This site is not paired any more.' ) );
		}
		return self::answer( 200, 'unpair' === $what ? array( 'unpaired' => true ) : self::status() );
	}

	private function assert_nothing_is_left(): void {
		$this->assertNull( Pairing::stored() );
		$this->assertSame( array(), Shop::$webhooks );
		$this->assertNull( LastStatus::kept() );
		$this->assertFalse( get_option( Attempt::OPTION ) );
	}

	private static function answer( int $status, array $body ): array {
		return array(
			'status' => $status,
			'body'   => (string) json_encode( $body ),
		);
	}

	private static function paired(): array {
		return array(
			'service_name'  => 'ucp-host',
			'service_url'   => self::SERVICE,
			'store'         => array( 'slug' => 'corner-shop', 'name' => 'Corner Shop' ),
			'service_token' => str_repeat( 'Aa0-_', 9 ),
			'webhook'       => array( 'address' => self::SERVICE . '/webhooks/corner-shop', 'secret' => 'a secret of the shop' ),
			'manifest_url'  => self::SERVICE . '/api/ucp/corner-shop',
			'capabilities'  => array( 'cart' => true, 'order' => true, 'discount' => true, 'fulfillment' => true ),
		);
	}

	private static function status(): array {
		return array(
			'paired'        => true,
			'store'         => array( 'slug' => 'corner-shop', 'name' => 'Corner Shop', 'status' => 'connected' ),
			'capabilities'  => array( 'cart' => false, 'order' => true, 'discount' => true, 'fulfillment' => true ),
			'manifest_url'  => self::SERVICE . '/api/ucp/corner-shop',
			'profile_url'   => self::SERVICE . '/ucp/corner-shop/.well-known/ucp',
			'reaches_site'  => array( 'ok' => true, 'checked_at' => '2026-11-21T08:00:00.000Z', 'message' => 'It answers.' ),
			'last_event_at' => '2026-11-21T07:00:00.000Z',
		);
	}
}
