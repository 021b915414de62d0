<?php
declare(strict_types=1);

use UcpHost\Pairing\Attempt;
use UcpHost\Setup\ApiKey;
use UcpHost\Setup\KeyScope;

final class KeyScopeTest extends ConnectorTestCase {

	private string $key;
	private string $secret;

	protected function setUp(): void {
		parent::setUp();
		$attempt      = Attempt::begin( 'https://ucp.example', '123456', time() );
		$this->key    = $attempt->key['consumer_key'];
		$this->secret = $attempt->key['consumer_secret'];
		ApiKey::keep( $attempt->key );
		Attempt::forget();
	}

	/** @dataProvider calls */
	public function test_the_key_does_what_the_protocol_asks_for_and_nothing_else( string $method, string $route, bool $is_allowed ): void {
		$this->assertSame( 7, $this->signed_in( $this->key, $this->secret ) );
		$answer = apply_filters( 'rest_pre_dispatch', null, null, new WP_REST_Request( array(), $method, $route ) );
		$this->assertSame( $is_allowed ? null : 'ucp_host_key_scope', $answer ? $answer->get_error_code() : null );
	}

	public function calls(): array {
		return array(
			array( 'POST', '/wc-ucp-host/v1/cart/create', true ),
			array( 'POST', '/wc-ucp-host/v1/webhooks/mend', true ),
			array( 'GET', '/wc/v3/products', true ),
			array( 'GET', '/wc/v3/products/14', true ),
			array( 'GET', '/wc/v3/products/14/variations', true ),
			array( 'GET', '/wc/v3/orders', true ),
			array( 'GET', '/wc/v3/orders/7/refunds', true ),
			array( 'PUT', '/wc/v3/products/14', false ),
			array( 'POST', '/wc/v3/orders/batch', false ),
			array( 'GET', '/wc/v3/customers', false ),
			array( 'PUT', '/wc/v3/customers/1', false ),
			array( 'GET', '/wc/v3/settings/general', false ),
			array( 'POST', '/wc/v3/webhooks', false ),
			array( 'GET', '/wc/v3/products/reviews', false ),
			array( 'GET', "/wc/v3/orders\n", false ),
			array( 'GET', '/wc/v2/orders', false ),
			array( 'GET', '/wc-analytics/customers', false ),
			array( 'POST', '/wp/v2/users', false ),
			array( 'POST', '/batch/v1', false ),
			array( 'OPTIONS', '/wp/v2/users', false ),
		);
	}

	/** @dataProvider disguises */
	public function test_woocommerce_itself_accepts_the_key_in_no_disguise( string $before, string $after ): void {
		$presented = wc_api_hash( sanitize_text_field( $before . $this->key . $after ) );
		foreach ( $GLOBALS['wpdb']->keys as $row ) {
			$this->assertNotSame( $presented, $row['consumer_key'], 'its REST API, its legacy API, its MCP server and OAuth look a key up by this' );
			$this->assertNotSame( $this->secret, $row['consumer_secret'] );
			$this->assertSame( 'none', $row['permissions'] );
		}
	}

	/** @dataProvider places */
	public function test_the_key_signs_in_by_http_basic_alone_and_in_no_disguise( string $place, callable $present ): void {
		foreach ( $this->disguises() as $name => list( $before, $after ) ) {
			$_GET    = array();
			$_POST   = array();
			unset( $_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW'], $_SERVER['HTTP_AUTHORIZATION'], $_SERVER['HTTP_X_UCP_AUTHORIZATION'] );
			defined( 'REST_REQUEST' ) || define( 'REST_REQUEST', true );
			$present( $before . $this->key . $after, $this->secret );
			$is_right = in_array( $place, array( 'Basic', 'the own header' ), true ) && '' === $before . $after;
			$this->assertSame( $is_right ? 7 : false, $this->determined(), "$place, $name" );
		}
	}

	public function disguises(): array {
		return array(
			'as it is'        => array( '', '' ),
			'space behind'    => array( '', ' ' ),
			'tab behind'      => array( '', "\t" ),
			'tag behind'      => array( '', '<b>' ),
			'percent behind'  => array( '', '%20' ),
			'percents behind' => array( '', '%20%' ),
			'quote behind'    => array( '', ':"' ),
			'slashes behind'  => array( '', '\\' ),
			'leading space'   => array( ' ', '' ),
			'leading tab'     => array( "\t", '' ),
			'leading tag'     => array( '<b>', '' ),
		);
	}

	public function places(): array {
		$oauth = static fn( $pair ) => static fn( $key ) => $_SERVER['HTTP_AUTHORIZATION'] = addslashes( sprintf( "OAuth oauth_nonce=\"1\", oauth_consumer_key$pair", $key ) );
		return array(
			array( 'Basic', static fn( $key, $secret ) => $_SERVER = array( 'PHP_AUTH_USER' => $key, 'PHP_AUTH_PW' => $secret ) + $_SERVER ),
			array( 'Basic, not the secret', static fn( $key ) => $_SERVER = array( 'PHP_AUTH_USER' => $key, 'PHP_AUTH_PW' => 'cs_guessed' ) + $_SERVER ),
			array( 'the own header', static fn( $key, $secret ) => $_SERVER['HTTP_X_UCP_AUTHORIZATION'] = 'Basic ' . base64_encode( "$key:$secret" ) ),
			array( 'the own header, not the secret', static fn( $key ) => $_SERVER['HTTP_X_UCP_AUTHORIZATION'] = 'Basic ' . base64_encode( $key ) ),
			array( 'the query', static fn( $key, $secret ) => $_GET = array( 'consumer_key' => $key, 'consumer_secret' => $secret ) ),
			array( 'OAuth, query', static fn( $key ) => $_GET = array( 'oauth_consumer_key' => $key ) ),
			array( 'OAuth, body', static fn( $key ) => $_POST = array( 'oauth_consumer_key' => $key ) ),
			array( 'OAuth, quoted header', $oauth( '="%s"' ) ),
			array( 'OAuth, quoted header with a colon', $oauth( '=:"%s"' ) ),
			array( 'OAuth, header without quotes', $oauth( '=%s' ) ),
			array( 'OAuth, header with a space', $oauth( '= %s' ) ),
		);
	}

	/**
	 * WooCommerce's page that grants an application keys answers at any address.
	 *
	 * @runInSeparateProcess
	 * @preserveGlobalState disabled
	 */
	public function test_the_key_signs_nobody_in_before_wordpress_serves_rest(): void {
		$_SERVER['PHP_AUTH_USER'] = $this->key;
		$_SERVER['PHP_AUTH_PW']   = $this->secret;
		$this->assertFalse( $this->determined() );
		$this->assertSame( 7, $this->signed_in( $this->key, $this->secret ), 'once it does' );
	}

	public function test_keys_that_a_merchant_made_and_signed_in_users_are_left_alone(): void {
		$this->assertFalse( $this->signed_in( 'ck_of_the_merchant', 'cs_of_the_merchant' ) );
		$_SERVER['PHP_AUTH_USER'] = $this->key;
		$_SERVER['PHP_AUTH_PW']   = $this->secret;
		$this->assertSame( 3, $this->determined( 3 ) );
		$this->assertFalse( KeyScope::is_accepted() );
		$this->assertNull( apply_filters( 'rest_pre_dispatch', null, null, new WP_REST_Request( array(), 'PUT', '/wc/v3/customers/1' ) ) );
	}

	public function test_the_key_of_an_attempt_signs_in_until_the_attempt_ends(): void {
		$attempt = Attempt::begin( 'https://ucp.example', '654321', time() );
		$this->assertSame( 7, $this->signed_in( $attempt->key['consumer_key'], $attempt->key['consumer_secret'] ) );
		Attempt::end();
		$this->assertFalse( $this->signed_in( $attempt->key['consumer_key'], $attempt->key['consumer_secret'] ) );
	}

	/** @dataProvider revocations */
	public function test_the_merchant_revokes_the_key_in_the_list_of_woocommerce( callable $revoke ): void {
		$revoke();
		$this->assertFalse( $this->signed_in( $this->key, $this->secret ) );
		$this->assertSame( 0, ApiKey::owner() );
	}

	public function revocations(): array {
		return array(
			'deleted'           => array( static fn() => $GLOBALS['wpdb']->keys = array() ),
			'other permissions' => array( static fn() => $GLOBALS['wpdb']->keys[1]['permissions'] = 'read' ),
		);
	}

	public function test_the_list_of_woocommerce_shows_when_the_key_was_used_last(): void {
		$this->signed_in( $this->key, $this->secret );
		$this->assertStringStartsWith( gmdate( 'Y-m-d' ), $GLOBALS['wpdb']->keys[1]['last_access'] );
	}
}
