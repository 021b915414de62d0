<?php
declare(strict_types=1);

use UcpHost\Pairing\Attempt;
use UcpHost\Rest\Health;
use UcpHost\Rest\ListCurrency;
use UcpHost\Rest\PairingProof;
use UcpHost\Rest\Refusal;
use UcpHost\Rest\Routes;
use UcpHost\Pairing\SiteFacts;
use UcpHost\Rest\StoreInfo;
use UcpHost\Rest\Unpair;
use UcpHost\Setup\Requirements;

final class EndpointsTest extends ConnectorTestCase {

	public function test_page_caches_keep_no_answer_of_the_plugin(): void {
		$ask = static fn( string $route ) => Routes::leave_page_caches( null, new WP_REST_Server(), new WP_REST_Request( array(), 'GET', $route ) );
		$ask( '/wc/v3/products' );
		$this->assertFalse( Site::$is_uncached );
		$ask( '/wc-ucp-host/v1/store-info' );
		$this->assertTrue( Site::$is_uncached );
		$this->assertTrue( DONOTCACHEPAGE );
	}

	public function test_health_says_whether_the_site_is_paired_and_nothing_private(): void {
		$before = ( new Health() )->handle()->data;
		update_option( Health::PAIRED, '1' );
		$after = ( new Health() )->handle()->data;
		$this->goes_over_the_wire( 'health', $before );
		$this->goes_over_the_wire( 'health', $after );
		$this->assertSame( array( 'not_paired', false, 'ok', true ), array( $before['status'], $before['paired'], $after['status'], $after['paired'] ) );
	}

	public function test_health_says_whether_the_shop_is_open(): void {
		$this->assertFalse( ( new Health() )->handle()->data['coming_soon'] );
		Site::$options['woocommerce_coming_soon'] = 'yes';
		$this->assertTrue( ( new Health() )->handle()->data['coming_soon'] );
	}

	public function test_a_list_of_products_says_in_which_currency_its_prices_are(): void {
		$tell = static fn( string $route ) => ListCurrency::tell( new WP_REST_Response( array() ), null, new WP_REST_Request( array(), 'GET', $route ) )->headers;
		$this->assertSame( array( 'X-Ucp-Host-Currency' => get_woocommerce_currency() ), $tell( '/wc/v3/products' ) );
		$this->assertSame( array(), $tell( '/wc/v3/orders' ) );
	}

	public function test_store_info_names_the_shop_and_its_published_policies(): void {
		update_option( 'wp_page_for_privacy_policy', '3' );
		update_option( 'woocommerce_calc_taxes', 'yes' );
		update_option( 'woocommerce_prices_include_tax', 'yes' );
		update_option( 'timezone_string', 'Asia/Kathmandu' );
		$info = ( new StoreInfo() )->handle()->data;
		$this->assertSame( array( true, 'Asia/Kathmandu' ), array( $info['prices_include_tax'], $info['time_zone'] ) );
		$this->goes_over_the_wire( 'storeInfo', $info );
		$this->assertSame( array( 'Corner Shop', 'USD', 'US', 12 ), array( $info['name'], $info['currency'], $info['country'], $info['product_count'] ) );
		$this->assertSame( array( 'terms-of-service', 'privacy-policy' ), array_column( $info['policies'], 'rel' ) );
	}

	public function test_the_site_says_its_own_addresses_whatever_translation_plugins_make_of_them(): void {
		add_filter( 'home_url', static fn( $url ) => str_replace( 'https://shop.example', 'https://shop.example/en', $url ) );
		$this->assertSame( 'https://shop.example/', ( new StoreInfo() )->handle()->data['url'] );
		$this->assertSame( 'https://shop.example/wp-json/', SiteFacts::rest_url() );
		add_filter( 'rest_url_prefix', static fn() => 'api' );
		$this->assertSame( 'https://shop.example/api/', SiteFacts::rest_url() );
		update_option( 'permalink_structure', '/index.php/%postname%/' );
		$this->assertSame( 'https://shop.example/index.php/api/', SiteFacts::rest_url() );
	}

	public function test_store_info_tells_the_exact_versions_to_the_key_alone(): void {
		$versions = ( new StoreInfo() )->handle()->data['versions'];
		$this->assertSame( array( '6.9.1', WC()->version ), array( $versions['wordpress'], $versions['woocommerce'] ) );
		Site::$rights = array();
		$info         = ( new StoreInfo() )->handle()->data;
		$this->goes_over_the_wire( 'storeInfo', $info );
		$this->assertSame( array( '6.9', implode( '.', array_slice( explode( '.', WC()->version ), 0, 2 ) ) ), array( $info['versions']['wordpress'], $info['versions']['woocommerce'] ) );
	}

	public function test_store_info_says_whether_guests_may_order(): void {
		$this->assertTrue( ( new StoreInfo() )->handle()->data['guest_checkout'] );
		update_option( 'woocommerce_enable_guest_checkout', 'no' );
		$this->assertFalse( ( new StoreInfo() )->handle()->data['guest_checkout'] );
	}

	public function test_store_info_names_the_active_plugins_to_the_key_alone(): void {
		update_option( 'active_plugins', array( 'woocommerce/woocommerce.php', 'wp-force-login/wp-force-login.php', 'hello.php' ) );
		$info = ( new StoreInfo() )->handle()->data;
		$this->goes_over_the_wire( 'storeInfo', $info );
		$this->assertSame( array( 'woocommerce', 'wp-force-login', 'hello.php' ), $info['plugins'] );
		Site::$rights = array();
		$this->assertArrayNotHasKey( 'plugins', ( new StoreInfo() )->handle()->data );
	}

	/** @dataProvider looks */
	public function test_store_info_has_the_look_that_the_merchant_has_chosen( array $options, array $look ): void {
		Site::$options = $options + Site::$options;
		$info          = ( new StoreInfo() )->handle()->data;
		$this->goes_over_the_wire( 'storeInfo', $info );
		$this->assertSame( $look, array( $info['logo'], $info['color'] ) );
	}

	public function looks(): array {
		$icon = 'https://shop.example/icon.png';
		return array(
			'nothing'                     => array( array(), array( null, null ) ),
			'an icon and a logo'          => array( array( 'site_icon_url' => $icon, 'theme_mod_custom_logo' => 5 ), array( $icon, null ) ),
			'a logo alone'                => array( array( 'theme_mod_custom_logo' => 5 ), array( 'https://shop.example/uploads/5.jpg', null ) ),
			'a color of e-mails'          => array( array( 'woocommerce_email_base_color' => '#0A7', 'button_color' => '#112233' ), array( null, '#0a7' ) ),
			'the default color of e-mails' => array( array( 'woocommerce_email_base_color' => '#720EEC', 'button_color' => '#112233' ), array( null, '#112233' ) ),
			'a color that is no number'   => array( array( 'button_color' => 'var(--accent)' ), array( null, null ) ),
		);
	}

	public function test_proves_which_site_it_is(): void {
		$answer = PairingProof::answer( 'the-token', 'a-challenge-of-the-service', 'https://shop.example' );
		$this->goes_over_the_wire( 'pairingProof', $answer );
		$this->assertSame( '9e6b9c25b1b650e80f3804afd49a0b7bcc947046eeb05aab87fa34fb603049ff', $answer['proof'] );
	}

	public function test_proves_nothing_while_nobody_pairs(): void {
		$request = new WP_REST_Request( array( 'challenge' => 'a-challenge-of-the-service' ) );
		$answer  = ( new PairingProof() )->handle( $request )->to_wire();
		$this->goes_over_the_wire( 'siteRefusal', $answer );
		$this->assertSame( 'ucp_host_not_pairing', $answer['code'] );
		$attempt = Attempt::begin( 'https://ucp.example', '123456', time() );
		$this->assertSame( PairingProof::answer( $attempt->connector_token, 'a-challenge-of-the-service', 'https://shop.example' ), ( new PairingProof() )->handle( $request )->data );
	}

	public function test_unpairing_what_is_not_paired_is_no_mistake(): void {
		$answer = ( new Unpair() )->handle( new WP_REST_Request( array() ) )->data;
		$this->goes_over_the_wire( 'unpaired', $answer );
		$this->assertSame( array( 'unpaired' => true ), $answer );
	}

	public function test_a_paid_cart_is_refused(): void {
		$answer = Refusal::cart_paid()->to_error()->to_wire();
		$this->goes_over_the_wire( 'siteRefusal', $answer );
		$this->assertSame( 409, $answer['data']['status'] );
	}

	/** @dataProvider sites */
	public function test_knows_what_stands_in_the_way( ?string $woocommerce, string $permalinks, string $url, ?string $reason ): void {
		$this->assertSame( $reason, Requirements::reason( $woocommerce, $permalinks, $url ) );
	}

	public function sites(): array {
		return array(
			array( '8.2.0', '/%postname%/', 'https://shop.example', null ),
			array( null, '/%postname%/', 'https://shop.example', 'woocommerce_missing' ),
			array( '8.1.3', '/%postname%/', 'https://shop.example', 'woocommerce_too_old' ),
			array( '10.5.0', '', 'https://shop.example', 'permalinks_off' ),
			array( '10.5.0', '/%postname%/', 'http://shop.example', 'plain_http' ),
		);
	}
}
