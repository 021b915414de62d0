<?php
declare(strict_types=1);

use UcpHost\Admin\ServiceHealth;
use UcpHost\Pairing\AllowedHosts;
use UcpHost\Pairing\Attempt;
use UcpHost\Pairing\Connection;
use UcpHost\Pairing\Ending;
use UcpHost\Pairing\LastStatus;
use UcpHost\Pairing\Pairing;
use UcpHost\Pairing\ServiceAnswers;
use UcpHost\Discovery\WellKnown;
use UcpHost\Rest\Unpair;
use UcpHost\Rest\Webhooks;
use UcpHost\Setup\ApiKey;
use UcpHost\Setup\Installation;
use UcpHost\Setup\Requirements;

/** Pairing and its end, with a service that answers as the wire says. */
final class ConnectionTest extends ConnectorTestCase {

	private const SERVICE = 'https://ucp.example';

	/** Requests to the service, by kind. */
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
		$this->assertCount( 8, Shop::$webhooks );
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
		$this->assertCount( 8, Shop::$webhooks );
		$this->assertSame( 'paired_already', Connection::pair( self::SERVICE, '654321' )->reason );
	}

	public function test_tried_again_after_a_lost_answer_it_says_the_same_once_more(): void {
		Site::$answers = static fn() => new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
		$this->assertSame( 'timeout', Connection::pair( self::SERVICE, '123456' )->reason );
		Site::$answers = array( $this, 'service' );
		$this->assertTrue( Connection::pair( self::SERVICE, '123456' )->is_ok() );
		list( $first, $second ) = $this->sent();
		$this->assertSame( $first, $second );
		$this->assertCount( 1, $GLOBALS['wpdb']->keys );
	}

	public function test_the_key_of_an_attempt_is_never_sent_to_another_address(): void {
		Site::$answers = static fn() => new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
		Connection::pair( 'https://ucp.examp1e', '123456' );
		Connection::pair( self::SERVICE, '123456' );
		Connection::pair( self::SERVICE, '654321' );
		$this->assertCount( 3, array_unique( array_column( $this->sent(), 'consumer_key' ) ) );
		$this->assertCount( 3, array_unique( array_column( $this->sent(), 'connector_token' ) ) );
		$this->assertSame( array( substr( $this->sent()[2]['consumer_key'], -7 ) ), array_column( $GLOBALS['wpdb']->keys, 'truncated_key' ), 'only the last one works' );
	}

	/** @dataProvider refusals */
	public function test_any_refused_attempt_spends_its_key( int $status, array $body ): void {
		Site::$answers = static fn() => self::answer( $status, $body );
		$this->assertFalse( Connection::pair( self::SERVICE, '123456' )->is_ok() );
		$this->assertSame( array(), $GLOBALS['wpdb']->keys );
		$this->assertFalse( get_option( Attempt::OPTION ) );
		Site::$answers = array( $this, 'service' );
		$this->assertTrue( Connection::pair( self::SERVICE, '123456' )->is_ok() );
		$this->assertCount( 2, array_unique( array_column( $this->sent(), 'consumer_key' ) ) );
	}

	public function refusals(): array {
		return array(
			'a wrong code'                => array( 401, array( 'code' => 'pairing_refused', 'error' => 'No.' ) ),
			'a site that cannot be paired' => array( 409, array( 'code' => 'pairing_not_possible', 'reason' => 'rest_blocked', 'error' => 'No.', 'remedy' => 'Mend it.' ) ),
			'too many tries'              => array( 429, array( 'code' => 'too_many_requests', 'error' => 'Slow down.' ) ),
			'a redirect'                  => array( 301, array() ),
			'no service at all'           => array( 200, array( 'hello' => 'world' ) ),
		);
	}

	public function test_the_key_of_an_attempt_that_was_given_up_is_revoked(): void {
		Site::$answers = static fn() => self::answer( 502, array() );
		$this->assertSame( 'service_error', Connection::pair( self::SERVICE, '123456' )->reason );
		Attempt::end_expired();
		$this->assertCount( 1, $GLOBALS['wpdb']->keys, 'the same digits may still be tried' );
		Site::$options[ Attempt::OPTION ]['begun_at'] -= 3600;
		$this->assertGreaterThan( time(), Site::$scheduled[ Attempt::EXPIRY ] );
		Attempt::end_expired();
		$this->assertSame( array(), $GLOBALS['wpdb']->keys );
	}

	public function test_the_key_belongs_to_the_user_who_presses_pair(): void {
		Shop::$user = 5;
		$this->assertTrue( Connection::pair( self::SERVICE, '123456' )->is_ok() );
		$this->assertSame( array( array( 5, 'none' ) ), array_map( static fn( $key ) => array( $key['user_id'], $key['permissions'] ), array_values( $GLOBALS['wpdb']->keys ) ) );
		$this->assertStringNotContainsString( $this->sent()[0]['consumer_secret'], json_encode( array( Site::$options, $GLOBALS['wpdb']->keys ) ), 'its secret is kept nowhere' );
	}

	public function test_a_user_who_may_not_run_the_shop_makes_no_key(): void {
		Site::$rights = array( 'read' );
		$this->assertSame( 'no_key', Connection::pair( self::SERVICE, '123456' )->reason );
		$this->assertSame( array( array(), array() ), array( Site::$requests, $GLOBALS['wpdb']->keys ) );
	}

	public function test_neither_activation_nor_a_visitor_makes_a_key(): void {
		Installation::activate();
		foreach ( array( 'admin_init', 'woocommerce_init', 'init' ) as $hook ) {
			foreach ( UCP_HOST_HOOKS[ $hook ] as $callback ) {
				if ( WellKnown::class !== $callback[0] ) {
					$callback();
				}
			}
		}
		$this->assertSame( array(), $GLOBALS['wpdb']->keys );
		$this->assertFalse( get_option( ApiKey::OPTION ) );
	}

	public function test_an_update_revokes_a_key_of_an_activation_and_keeps_one_that_was_paired(): void {
		$old = static fn( array $more ) => $more + array(
			'key_id'          => $GLOBALS['wpdb']->insert_id,
			'consumer_key'    => 'ck_of_before',
			'consumer_secret' => 'cs_of_before',
		);
		$row = array(
			'user_id'         => 7,
			'permissions'     => 'read_write',
			'consumer_key'    => wc_api_hash( 'ck_of_before' ),
			'consumer_secret' => 'cs_of_before',
		);
		$GLOBALS['wpdb']->insert( 'keys', $row );
		update_option( ApiKey::OPTION, $old( array() ) );
		Installation::ensure();
		$this->assertSame( array(), $GLOBALS['wpdb']->keys );

		$GLOBALS['wpdb']->insert( 'keys', $row );
		update_option( ApiKey::OPTION, $old( array( 'is_known' => true ) ) );
		update_option( 'ucp_host_version', '0.0.9' );
		Installation::ensure();
		$this->assertSame( array( 7, 7 ), array( ApiKey::owner(), ApiKey::accept( 'ck_of_before', 'cs_of_before' ) ) );
		$this->assertStringNotContainsString( 'cs_of_before', json_encode( array( Site::$options, $GLOBALS['wpdb']->keys ) ) );
	}

	/** @dataProvider earlier_rows */
	public function test_an_update_takes_the_key_of_a_pairing_away_from_woocommerce( string $permissions, int $owner ): void {
		$hash = wc_api_hash( 'ck_of_before' );
		$GLOBALS['wpdb']->insert(
			'keys',
			array(
				'user_id'         => 7,
				'permissions'     => $permissions,
				'consumer_key'    => $hash,
				'consumer_secret' => 'cs_of_before',
			)
		);
		update_option( ApiKey::OPTION, array( 'key_id' => 1, 'hash' => $hash ) );
		foreach ( array( 'first', 'again' ) as $update ) {
			ApiKey::upgrade();
			$this->assertSame( $owner, ApiKey::accept( 'ck_of_before', 'cs_of_before' ), $update );
			$this->assertSame( array_fill( 0, $owner > 0 ? 1 : 0, 'none' ), array_column( $GLOBALS['wpdb']->keys, 'permissions' ) );
			$this->assertNotContains( $hash, array_column( $GLOBALS['wpdb']->keys, 'consumer_key' ) );
		}
	}

	public function earlier_rows(): array {
		return array(
			'in use'                        => array( 'read_write', 7 ),
			'suspended'                     => array( 'none', 7 ),
			'limited by the merchant'       => array( 'read', 0 ),
		);
	}

	public function test_an_update_that_was_cut_off_is_finished_by_the_next(): void {
		$hash = wc_api_hash( 'ck_of_before' );
		$row  = array(
			'user_id'         => 7,
			'permissions'     => 'read_write',
			'consumer_key'    => $hash,
			'consumer_secret' => 'cs_of_before',
		);
		$GLOBALS['wpdb']->insert( 'keys', $row );
		update_option( ApiKey::OPTION, array( 'key_id' => 1, 'hash' => $hash ) );
		ApiKey::upgrade();
		$GLOBALS['wpdb']->keys = array( 1 => $row );
		ApiKey::upgrade();
		$this->assertSame( array( 7, 'none' ), array( ApiKey::accept( 'ck_of_before', 'cs_of_before' ), $GLOBALS['wpdb']->keys[1]['permissions'] ) );
	}

	public function test_an_update_of_the_plugin_mends_the_webhooks_soon_and_once(): void {
		Installation::ensure();
		$this->assertGreaterThan( time(), Site::$scheduled[ Installation::CLEANING ] );
		Connection::pair( self::SERVICE, '123456' );
		unset( Shop::$webhooks[8] );
		Site::$scheduled[ Installation::MENDING ] = time() + DAY_IN_SECONDS;
		Installation::ensure();
		$this->assertGreaterThan( time(), Site::$scheduled[ Installation::MENDING ], 'the version is the same' );
		update_option( 'ucp_host_version', '0.0.9' );
		Installation::ensure();
		$this->assertLessThanOrEqual( time(), Site::$scheduled[ Installation::MENDING ] );
		foreach ( UCP_HOST_HOOKS[ Installation::MENDING ] as $mend ) {
			$mend();
		}
		$this->assertCount( 8, Shop::$webhooks );
	}

	public function test_the_service_has_its_webhooks_mended_by_the_plugin(): void {
		Connection::pair( self::SERVICE, '123456' );
		$double = new WC_Webhook( 0 );
		foreach ( array( 'topic' => 'order.created', 'name' => 'other', 'delivery_url' => self::SERVICE . '/webhooks/corner-shop', 'user_id' => 7 ) as $name => $value ) {
			$double->{"set_$name"}( $value );
		}
		$double->save();
		unset( Shop::$webhooks[1] );
		$answer = $this->webhooks( 'mend', self::paired()['webhook'] )->data;
		$this->goes_over_the_wire( 'webhooksAnswer', $answer );
		$this->assertSame( array( array( 'product.created' ), array( 'order.created' ), 6 ), array( $answer['created'], $answer['repaired'], count( $answer['fine'] ) ) );
		$this->assertCount( 8, Shop::$webhooks );
	}

	public function test_a_service_that_has_moved_takes_its_webhooks_along(): void {
		Connection::pair( self::SERVICE, '123456' );
		$moved = array( 'address' => 'https://new.ucp.example/webhooks/corner-shop' ) + self::paired()['webhook'];
		$this->assertCount( 8, $this->webhooks( 'mend', $moved )->data['repaired'] );
		Connection::mend();
		$this->assertSame( array( $moved['address'] ), array_values( array_unique( array_map( static fn( $webhook ) => $webhook->get_delivery_url(), Shop::$webhooks ) ) ) );
		$removed = $this->webhooks( 'remove', $moved )->data;
		$this->goes_over_the_wire( 'webhooksRemoved', $removed );
		$this->assertCount( 8, $removed['removed'] );
		$this->assertSame( array(), Shop::$webhooks );
	}

	public function test_only_the_paired_service_has_webhooks_mended(): void {
		Connection::pair( self::SERVICE, '123456' );
		$answer = ( new Webhooks() )->mend( new WP_REST_Request( self::paired()['webhook'] ) );
		$this->assertSame( 'ucp_host_not_pairing', $answer->get_error_code() );
	}

	public function test_webhooks_are_changed_by_one_request_at_a_time(): void {
		Connection::pair( self::SERVICE, '123456' );
		$GLOBALS['wpdb']->lock = '0';
		Shop::$webhooks        = array();
		$this->assertSame( 'ucp_host_pairing_busy', $this->webhooks( 'mend', self::paired()['webhook'] )->get_error_code() );
		Connection::mend();
		$this->assertSame( array(), Shop::$webhooks );
	}

	public function test_the_page_tells_what_the_site_itself_sees(): void {
		Connection::pair( self::SERVICE, '123456' );
		$this->assertNull( Requirements::problem_of_paired() );
		Site::$options['woocommerce_coming_soon'] = 'yes';
		$this->assertSame( 'coming_soon', Requirements::problem_of_paired()->reason );
		Site::$managers = array();
		$this->assertSame( 'key_gone', Requirements::problem_of_paired()->reason );
		Site::$options['permalink_structure'] = '';
		$problem                              = Requirements::problem_of_paired();
		$this->assertSame( 'permalinks_off', $problem->reason );
		$this->assertStringContainsString( 'Settings → Permalinks', $problem->remedy );
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
		( new Unpair() )->handle( new WP_REST_Request( array() ) );
		Connection::pair( self::SERVICE, '654321' );
		$this->assertCount( 2, array_unique( array_column( $this->sent(), 'consumer_key' ) ) );
		$this->assertCount( 1, $GLOBALS['wpdb']->keys );
		$this->assertNull( Ending::noted() );
	}

	public function test_the_daily_task_asks_after_the_pairing_and_mends_the_webhooks(): void {
		Connection::pair( self::SERVICE, '123456' );
		unset( Shop::$webhooks[3] );
		Shop::$webhooks[4]->set_status( 'paused' );
		Connection::mend();
		$this->assertCount( 8, Shop::$webhooks );
		$this->assertSame( array( 'active' ), array_values( array_unique( array_map( static fn( $webhook ) => $webhook->get_status(), Shop::$webhooks ) ) ) );
		$this->assertTrue( LastStatus::kept()['here']['ok'] );
		$this->assertFalse( Pairing::stored()->capabilities['cart'], 'what the service has switched since' );
	}

	public function test_shows_the_health_that_the_service_sees(): void {
		$this->goes_over_the_wire( 'statusAnswer', self::status() );
		Connection::pair( self::SERVICE, '123456' );
		Connection::check();
		$shown = $this->health( LastStatus::kept()['health'] );
		$this->assertStringContainsString( 'ucp-host-badge-bad">Failing</span>', $shown );
		$this->assertStringContainsString( 'datetime="2026-11-21T06:00:00+00:00"', $shown );
		$this->assertStringContainsString( 'It answers &lt;b&gt;503&lt;/b&gt;. Test again.', $shown );
		$this->assertStringContainsString( 'ucp-host-badge-good">OK</span>', $shown );
		$this->assertStringContainsString( 'ucp-host-badge-unknown">Not set up</span>', $shown );
		$this->assertSame( 3, substr_count( $shown, '<li>' ) );
	}

	public function test_shows_no_health_of_an_older_service_and_of_a_newer_one_only_what_it_knows(): void {
		$aspect = array( 'aspect' => 'moon', 'state' => 'ok', 'since' => '2026-11-21T06:00:00.000Z' );
		foreach ( array( null, 'ok', array( 'aspects' => 'none' ), array( 'aspects' => array( 'shop', array( 'aspect' => array() ), $aspect ) ) ) as $health ) {
			$this->assertSame( '', $this->health( ServiceAnswers::health( array( 'health' => $health ) ) ) );
		}
		$this->assertSame( '', $this->health( ServiceAnswers::health( array() ) ) );
	}

	private function health( array $health ): string {
		return $this->shown( static fn() => ServiceHealth::show( $health, time() ) );
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

	/** The pair requests. */
	private function sent(): array {
		$sent = array_filter( Site::$requests, static fn( $request ) => str_ends_with( $request['url'], '/pair' ) );
		return array_map( static fn( $request ) => json_decode( $request['arguments']['body'], true ), array_values( $sent ) );
	}

	/** Sends a request as the paired service. @return WP_REST_Response|WP_Error */
	private function webhooks( string $what, array $wanted ) {
		$this->signed_in( $this->sent()[0]['consumer_key'], $this->sent()[0]['consumer_secret'] );
		$this->goes_over_the_wire( 'webhooksRequest', $wanted );
		return ( new Webhooks() )->$what( new WP_REST_Request( $wanted ) );
	}

	/** The service. */
	public function service( string $url, array $arguments ): array {
		$what                 = basename( $url );
		$this->asked[ $what ] = ( $this->asked[ $what ] ?? 0 ) + 1;
		if ( 'pair' === $what ) {
			return self::answer( 201, self::paired() );
		}
		if ( ! $this->knows_us || 'Bearer ' . self::paired()['service_token'] !== $arguments['headers']['Authorization'] ) {
			return self::answer( 401, array( 'code' => 'unauthenticated', 'error' => 'This site is not paired any more.' ) );
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
			'health'        => array(
				'state'   => 'failing',
				'aspects' => array(
					array( 'aspect' => 'shop', 'state' => 'failing', 'since' => '2026-11-21T06:00:00.000Z', 'reason' => 'It answers <b>503</b>.', 'remedy' => 'Test again.' ),
					array( 'aspect' => 'catalog', 'state' => 'ok', 'since' => '2026-11-20T06:00:00.000Z', 'reason' => null, 'remedy' => null ),
					array( 'aspect' => 'discovery', 'state' => 'waiting', 'since' => '2026-11-20T06:00:00.000Z', 'reason' => 'Not on your domain.', 'remedy' => null ),
				),
			),
		);
	}
}
