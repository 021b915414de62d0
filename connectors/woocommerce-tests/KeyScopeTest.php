<?php
declare(strict_types=1);

use UcpHost\Pairing\Attempt;
use UcpHost\Setup\ApiKey;
use UcpHost\Setup\KeyScope;

final class KeyScopeTest extends ConnectorTestCase {

	private string $key;

	protected function setUp(): void {
		parent::setUp();
		$attempt   = Attempt::begin( 'https://ucp.example', '123456', time() );
		$this->key = $attempt->key['consumer_key'];
		ApiKey::keep( $attempt->key );
		Attempt::forget();
	}

	/** @dataProvider calls */
	public function test_the_key_does_what_the_protocol_asks_for_and_nothing_else( string $method, string $route, bool $is_allowed ): void {
		$_SERVER['PHP_AUTH_USER'] = $this->key;
		$this->assertSame( $is_allowed, null === KeyScope::narrow( null, null, new WP_REST_Request( array(), $method, $route ) ) );
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
		);
	}

	/** @dataProvider places */
	public function test_the_key_is_known_wherever_woocommerce_looks_for_one( callable $present ): void {
		$present( $this->key );
		$answer = KeyScope::narrow( null, null, new WP_REST_Request( array(), 'PUT', '/wc/v3/customers/1' ) );
		$this->assertSame( array( 'ucp_host_key_scope', 403 ), array( $answer->get_error_code(), $answer->to_wire()['data']['status'] ) );
	}

	public function places(): array {
		return array(
			'Basic'           => array( static fn( $key ) => $_SERVER['PHP_AUTH_USER'] = $key ),
			'the query'       => array( static fn( $key ) => $_GET['consumer_key'] = $key ),
			'OAuth, query'    => array( static fn( $key ) => $_GET['oauth_consumer_key'] = $key ),
			'OAuth, body'     => array( static fn( $key ) => $_POST['oauth_consumer_key'] = $key ),
			'OAuth, header'   => array( static fn( $key ) => $_SERVER['HTTP_AUTHORIZATION'] = 'OAuth oauth_consumer_key="' . $key . '",oauth_nonce="1"' ),
			'OAuth, unquoted' => array( static fn( $key ) => $_SERVER['HTTP_AUTHORIZATION'] = "OAuth oauth_nonce=1, oauth_consumer_key=$key" ),
		);
	}

	public function test_keys_that_a_merchant_made_and_signed_in_users_are_left_alone(): void {
		$request = new WP_REST_Request( array(), 'PUT', '/wc/v3/customers/1' );
		$this->assertNull( KeyScope::narrow( null, null, $request ) );
		$_SERVER['PHP_AUTH_USER'] = 'ck_of_the_merchant';
		$this->assertNull( KeyScope::narrow( null, null, $request ) );
		$this->assertTrue( KeyScope::authenticate( true ) );
	}

	/** @dataProvider addresses */
	public function test_the_key_signs_nobody_in_at_another_address( string $uri, array $query, bool $is_allowed ): void {
		$_SERVER['PHP_AUTH_USER'] = $this->key;
		$_SERVER['REQUEST_URI']   = $uri;
		$_GET                     = $query;
		$this->assertSame( $is_allowed, KeyScope::authenticate( true ) );
	}

	public function addresses(): array {
		return array(
			array( '/wp-json/wc/v3/products?search=mug', array( 'search' => 'mug' ), true ),
			array( '/index.php/wp-json/wc/v3/orders/7', array(), true ),
			array( '/wp-json/wc-ucp-host/v1/cart/create', array(), true ),
			array( '/wp-json/wp/v2/users?x=/wp-json/wc/v3/products', array( 'x' => '/wp-json/wc/v3/products' ), false ),
			array( '/wp-admin/admin-ajax.php?x=/wp-json/wc/v3/products', array(), false ),
			array( '/wp-admin/admin-ajax.php/wp-json/wc/v3/products', array(), false ),
			array( '/wp-json/wc/v3/products?rest_route=/wp/v2/users', array( 'rest_route' => '/wp/v2/users' ), false ),
			array( '/wp-json/wc/v3/customers', array(), false ),
			array( '//wp-json/wc/v3/products', array(), false ),
		);
	}

	public function test_the_legacy_api_takes_it_neither(): void {
		$this->assertSame( 'somebody', KeyScope::refuse_legacy( 'somebody' ) );
		$_GET['consumer_key'] = $this->key;
		$this->assertInstanceOf( WP_Error::class, KeyScope::refuse_legacy( 'somebody' ) );
	}
}
