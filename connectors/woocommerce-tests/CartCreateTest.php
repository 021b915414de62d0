<?php
declare(strict_types=1);

use UcpHost\Rest\CartCreate;
use UcpHost\Rest\Health;

final class CartCreateTest extends ConnectorTestCase {

	private const CART    = '3f0c4a52-6d7e-4b8a-9c1d-2e3f4a5b6c7d';
	private const SESSION = '11111111-2222-4333-8444-555555555555';

	public function test_makes_a_cart_with_real_totals(): void {
		update_option( 'woocommerce_calc_taxes', 'yes' );
		Shop::sells( new WC_Product( 12, array( 'image' => 5 ) ), new WC_Product( 16, array( 'price' => '89', 'name' => 'Lamp' ) ) );
		Shop::$coupons = array( 'summer10' => array( 'number' => 0 ) );
		Shop::$rates   = array( new WC_Shipping_Rate( 'flat_rate:2', 'Express', '19.00' ), new WC_Shipping_Rate( 'flat_rate:1', 'Standard', '7.5' ) );
		Shop::$sums    = array( 'total' => '135.53', 'discount_total' => 11.8, 'total_tax' => '9.83', 'shipping_total' => '7.50' );

		$answer = $this->create(
			array(
				'session_id'  => self::SESSION,
				'items'       => array( array( 'id' => 12, 'quantity' => 2 ), array( 'id' => 16, 'quantity' => 1 ) ),
				'coupons'     => array( 'SUMMER10', 'nope' ),
				'buyer'       => array( 'email' => 'ada@example.com', 'name' => 'Ada Lovelace' ),
				'destination' => array( 'country' => 'us', 'region' => 'California', 'postal_code' => '94110' ),
			)
		);

		$this->goes_over_the_wire( 'cartCreateAnswer', $answer->data );
		$this->assertSame( 201, $answer->status );
		$this->assertSame( array( 'subtotal' => 13000, 'discount' => 1180, 'tax' => 983, 'shipping' => 750, 'total' => 13553 ), $answer->data['totals'] );
		$this->assertSame( array( 1450, 8900 ), array_column( $answer->data['items'], 'price' ) );
		$this->assertSame( array( 2900, 8900 ), array_column( $answer->data['items'], 'subtotal' ) );
		$this->assertSame( array( 1726, 10591 ), array_column( $answer->data['items'], 'price_with_tax' ) );
		$this->assertSame( array( 145, 0 ), array_column( $answer->data['items'], 'discount' ) );
		$this->assertSame( array( 'flat_rate:1', 'flat_rate:2' ), array_column( $answer->data['shipping_rates'], 'id' ) );
		$this->assertSame( array( 143, 361 ), array_column( $answer->data['shipping_rates'], 'tax' ) );
		$this->assertSame( array( array( 'code' => 'summer10', 'amount' => 145 ) ), $answer->data['coupons']['applied'] );
		$this->assertSame( array( 105 ), array_column( $answer->data['coupons']['rejected'], 'error_code' ) );
	}

	protected function tearDown(): void {
		WC_Session_Handler::$stored = null;
		WC_Session_Handler::$cookie = null;
	}

	public function test_a_check_of_the_checkout_leaves_neither_cart_nor_visitor(): void {
		Shop::sells( new WC_Product( 12 ) );
		$this->create( array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ), 'check' => true ) );
		$cart                       = array_key_first( $GLOBALS['wpdb']->carts );
		WC_Session_Handler::$stored = array( 't_check' => array( 'ucp_host_cart_id' => $cart ), 't_other' => array( 'ucp_host_cart_id' => 'another' ) );

		WC_Session_Handler::$cookie = 't_other';
		$answer                     = $this->create( array( 'items' => array(), 'check' => true ) );
		$this->goes_over_the_wire( 'cartDiscarded', $answer->data );
		$this->assertSame( array(), $GLOBALS['wpdb']->carts );
		$this->assertSame( array( 't_check', 't_other' ), array_keys( WC_Session_Handler::$stored ) );

		WC_Session_Handler::$cookie = 't_check';
		$this->create( array( 'items' => array(), 'check' => true ) );
		$this->assertSame( array( 't_other' ), array_keys( WC_Session_Handler::$stored ) );
	}

	public function test_a_check_deletes_no_cart_of_a_session(): void {
		WC_Session_Handler::$stored = array();
		Shop::sells( new WC_Product( 12 ) );
		$this->create( array( 'session_id' => self::SESSION, 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ) ) );
		$this->create( array( 'items' => array(), 'check' => true ) );
		$this->assertCount( 1, $GLOBALS['wpdb']->carts );
	}

	/** @dataProvider hidden_parts */
	public function test_a_shop_that_is_coming_soon_makes_no_cart( string $store_pages_only ): void {
		Shop::sells( new WC_Product( 12 ) );
		Site::$options += array( 'woocommerce_coming_soon' => 'yes', 'woocommerce_store_pages_only' => $store_pages_only );
		$answer         = $this->create( array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ) ) )->to_wire();
		$this->goes_over_the_wire( 'siteRefusal', $answer );
		$this->assertSame( array( 'ucp_host_coming_soon', 409 ), array( $answer['code'], $answer['data']['status'] ) );
		$this->assertSame( array(), $GLOBALS['wpdb']->carts );
		$this->assertSame( 201, $this->create( array( 'items' => array() ) )->status, 'emptying goes on' );
	}

	public function hidden_parts(): array {
		return array( 'the whole site' => array( 'no' ), 'the pages of the store' => array( 'yes' ) );
	}

	public function test_leaves_the_key_owners_own_cart_alone(): void {
		Shop::sells( new WC_Product( 12 ) );
		$own           = new WC_Cart();
		WC()->session  = new WC_Session();
		WC()->customer = new WC_Customer();
		WC()->cart     = $own;

		$this->create( array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ) ) );

		$this->assertSame( $own, WC()->cart );
		$this->assertSame( array(), $own->get_cart() );
		$this->assertSame( 7, get_current_user_id() );
	}

	public function test_replaces_a_cart_in_place_under_the_same_address(): void {
		Shop::sells( new WC_Product( 12 ), new WC_Product( 16 ) );
		$first  = $this->create( array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ), 'coupons' => array( 'nope' ) ) );
		$second = $this->create( array( 'items' => array( array( 'id' => 16, 'quantity' => 3 ) ) ) );

		$this->goes_over_the_wire( 'cartCreateAnswer', $second->data );
		$this->assertSame( 200, $second->status );
		$this->assertSame( $first->data['checkout_url'], $second->data['checkout_url'] );
		$this->assertSame( array( 16 ), array_column( $second->data['items'], 'id' ) );
		$this->assertSame( array( 'nope' ), array_column( $second->data['coupons']['rejected'], 'code' ), 'codes that are left out stay' );
	}

	public function test_an_empty_list_empties_the_cart(): void {
		Shop::$sums = array( 'total' => 0, 'discount_total' => 0, 'total_tax' => 0, 'shipping_total' => 0 );
		$answer     = $this->create( array( 'items' => array() ) );
		$this->goes_over_the_wire( 'cartCreateAnswer', $answer->data );
		$this->assertSame( 0, $answer->data['totals']['total'] );
	}

	/** @dataProvider options */
	public function test_takes_the_wanted_rate_or_the_cheapest( string $wanted, string $taken ): void {
		Shop::sells( new WC_Product( 12 ) );
		Shop::$rates = array(
			new WC_Shipping_Rate( 'pickup_location:0', 'Pickup (Main store)', '0', array( 'pickup_location' => 'Main store', 'pickup_address' => '1 Main St, Springfield' ) ),
			new WC_Shipping_Rate( 'flat_rate:2', 'Express', '19' ),
			new WC_Shipping_Rate( 'flat_rate:1', 'Standard', '7.5' ),
		);
		$answer      = $this->create( array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ), 'destination' => array( 'country' => 'US' ), 'shipping_option' => $wanted ) );

		$this->goes_over_the_wire( 'cartCreateAnswer', $answer->data );
		$this->assertSame( $taken, $answer->data['selected_rate'] );
		$this->assertSame( array( 'name' => 'Main store', 'address' => '1 Main St, Springfield' ), $answer->data['shipping_rates'][2]['pickup'] );
		$this->assertTrue( $answer->data['items'][0]['needs_shipping'] );
	}

	public function options(): array {
		return array(
			'none named'     => array( '', 'flat_rate:1' ),
			'one by its id'  => array( 'flat_rate:2', 'flat_rate:2' ),
			'a place'        => array( 'pickup_location:0', 'pickup_location:0' ),
			'any place'      => array( 'pickup', 'pickup_location:0' ),
			'one not offered' => array( 'flat_rate:9', 'flat_rate:1' ),
		);
	}

	/** @dataProvider parcels */
	public function test_takes_the_wanted_rate_of_each_parcel_or_the_cheapest_of_all( string $wanted, string $taken ): void {
		Shop::sells( new WC_Product( 12 ), new WC_Product( 16 ) );
		$express        = new WC_Shipping_Rate( 'flat_rate:2', 'Express', '19' );
		$of             = static fn( int $id, WC_Shipping_Rate $own ) => array(
			'contents' => array( array( 'product_id' => $id, 'variation_id' => 0 ) ),
			'rates'    => array( 'flat_rate:2' => $express, $own->get_id() => $own ),
		);
		Shop::$packages = array( $of( 12, new WC_Shipping_Rate( 'flat_rate:1', 'Standard', '7.5' ) ), $of( 16, new WC_Shipping_Rate( 'flat_rate:3', 'Freight', '9' ) ) );
		$items          = array( array( 'id' => 12, 'quantity' => 1 ), array( 'id' => 16, 'quantity' => 1 ) );
		$answer         = $this->create( array( 'items' => $items, 'destination' => array( 'country' => 'US' ), 'shipping_option' => $wanted ) );

		$this->goes_over_the_wire( 'cartCreateAnswer', $answer->data );
		$this->assertSame( $taken, $answer->data['selected_rate'] );
		$this->assertSame( array( array( 12 ), array( 16 ) ), array_column( $answer->data['parcels'], 'items' ) );
		$rates = array_map( static fn( array $parcel ) => array_column( $parcel['shipping_rates'], 'id' ), $answer->data['parcels'] );
		$this->assertSame( array( array( 'flat_rate:1', 'flat_rate:2' ), array( 'flat_rate:3', 'flat_rate:2' ) ), $rates );
	}

	public function parcels(): array {
		return array(
			'none named'                   => array( '', 'flat_rate:1+flat_rate:3' ),
			'one for all'                  => array( 'flat_rate:2', 'flat_rate:2+flat_rate:2' ),
			'one each'                     => array( 'flat_rate:2+flat_rate:3', 'flat_rate:2+flat_rate:3' ),
			'the cheapest of the first'    => array( '+flat_rate:2', 'flat_rate:1+flat_rate:2' ),
			'one that a parcel lacks'      => array( 'flat_rate:3+flat_rate:3', 'flat_rate:1+flat_rate:3' ),
			'rates of more parcels'        => array( 'flat_rate:1+flat_rate:3+flat_rate:2', 'flat_rate:1+flat_rate:3' ),
		);
	}

	/** @dataProvider roundings */
	public function test_tells_the_tax_on_shipping_that_is_charged( bool $has_block_checkout, string $prices_hold_tax, int $off ): void {
		Shop::sells( new WC_Product( 12 ) );
		Shop::$has_block_checkout = $has_block_checkout;
		update_option( 'woocommerce_prices_include_tax', $prices_hold_tax );
		Shop::$sums  = array( 'total' => '102.20', 'discount_total' => 0, 'total_tax' => '9.30', 'shipping_total' => '24.95' );
		Shop::$rates = array( new WC_Shipping_Rate( 'flat_rate:1', 'Standard', '24.95', array(), array( 1 => 2.495 ) ) );
		$answer      = $this->create( array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ), 'destination' => array( 'country' => 'US' ) ) );

		$totals = $answer->data['totals'];
		$this->assertSame( array( 6795, 930 - $off, 2495, 10220 - $off ), array( $totals['subtotal'], $totals['tax'], $totals['shipping'], $totals['total'] ) );
		$this->assertSame( array( 250 - $off ), array_column( $answer->data['shipping_rates'], 'tax' ) );
	}

	public function roundings(): array {
		return array(
			'the block checkout rounds half a cent down where prices hold tax' => array( true, 'yes', 1 ),
			'the classic checkout charges the sums of the cart'                => array( false, 'yes', 0 ),
			'half a cent goes up where tax is on top'                          => array( true, 'no', 0 ),
		);
	}

	public function test_each_tax_of_a_rate_is_rounded_by_itself(): void {
		Shop::sells( new WC_Product( 12 ) );
		Shop::$rates = array( new WC_Shipping_Rate( 'flat_rate:1', 'Standard', '7.50', array(), array( 1 => 0.375, 2 => 0.748125 ) ) );
		$answer      = $this->create( array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ), 'destination' => array( 'country' => 'US' ) ) );
		$this->assertSame( array( 113 ), array_column( $answer->data['shipping_rates'], 'tax' ) );
	}

	/** @dataProvider regions */
	public function test_knows_a_region_as_agents_write_it( string $country, string $region, string $code ): void {
		$destination = \UcpHost\Pricing\Destination::of_request( compact( 'country', 'region' ) );
		$this->assertSame( $code, $destination->region );
	}

	public function regions(): array {
		return array(
			'by name'                             => array( 'US', 'california', 'CA' ),
			'with the country, as in ISO 3166-2'  => array( 'US', 'US-CA', 'CA' ),
			'without the country that a shop has' => array( 'DE', 'BE', 'DE-BE' ),
			'as the shop has it'                  => array( 'DE', 'de-be', 'DE-BE' ),
			'unknown'                             => array( 'US', 'Bavaria', '' ),
		);
	}

	public function test_keeps_destination_and_option_until_they_are_named_again(): void {
		Shop::sells( new WC_Product( 12 ) );
		Shop::$rates = array( new WC_Shipping_Rate( 'flat_rate:1', 'Standard', '7.5' ), new WC_Shipping_Rate( 'flat_rate:2', 'Express', '19' ) );
		$items       = array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ) );
		$this->create( $items + array( 'destination' => array( 'country' => 'US' ), 'shipping_option' => 'flat_rate:2' ) );
		$this->assertSame( 'flat_rate:2', $this->create( $items )->data['selected_rate'] );
		$this->assertSame( 'flat_rate:1', $this->create( $items + array( 'destination' => array( 'country' => 'DE' ) ) )->data['selected_rate'] );
		$removed = $this->create( $items + array( 'destination' => null ) )->data;
		$this->goes_over_the_wire( 'cartCreateAnswer', $removed );
		$this->assertSame( array( null, array() ), array( $removed['selected_rate'], $removed['shipping_rates'] ) );
	}

	public function test_a_shipping_method_that_throws_refuses_the_destination_and_keeps_the_cart(): void {
		Shop::sells( new WC_Product( 12 ) );
		Shop::$rates = array( new WC_Shipping_Rate( 'flat_rate:1', 'Standard', '7.5' ) );
		$items       = array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ) );
		$this->create( $items );
		$stored               = $GLOBALS['wpdb']->carts;
		$sent                 = $items + array( 'destination' => array( 'country' => 'US' ) );
		WC_Shipping::$failure = new TypeError( 'the carrier answered nothing' );
		try {
			$answers = array( $this->create( $sent )->to_wire(), $this->create( $sent + array( 'quote' => true ) )->to_wire() );
		} finally {
			WC_Shipping::$failure = null;
		}
		foreach ( $answers as $answer ) {
			$this->goes_over_the_wire( 'siteRefusal', $answer );
			$this->assertSame( array( 'ucp_host_shipping_failed', 409 ), array( $answer['code'], $answer['data']['status'] ) );
		}
		$this->assertSame( $stored, $GLOBALS['wpdb']->carts );
	}

	public function test_a_quote_stores_nothing(): void {
		Shop::sells( new WC_Product( 12 ) );
		Shop::$rates = array( new WC_Shipping_Rate( 'local_pickup:3', 'Pick up', '0' ), new WC_Shipping_Rate( 'flat_rate:1', 'Standard', '7.5' ) );
		$answer      = $this->create( array( 'quote' => true, 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ), 'destination' => array( 'country' => 'DE' ) ) );

		$this->goes_over_the_wire( 'cartQuoteAnswer', $answer->data );
		$this->assertSame( array( 750, 0 ), array_column( $answer->data['shipping_rates'], 'amount' ), 'what must be fetched comes last' );
		$this->assertSame( array(), $GLOBALS['wpdb']->carts );
	}

	public function test_names_everything_that_stands_in_the_way(): void {
		Shop::sells(
			new WC_Product( 22, array( 'stock' => 0 ) ),
			new WC_Product( 24, array( 'stock' => 3 ) ),
			new WC_Product( 20, array( 'single' => true ) ),
			new WC_Product( 28, array( 'status' => 'draft' ) ),
			new WC_Product( 36, array( 'price' => '' ) ),
			new WC_Product( 37, array( 'type' => 'external' ) ),
			new WC_Product_Variable( 39, array( 'type' => 'pw-gift-card' ) )
		);
		$wanted = array( 22, 24, 20, 28, 36, 37, 39, 99 );
		$answer = $this->create( array( 'items' => array_map( static fn( $id ) => array( 'id' => $id, 'quantity' => 4 ), $wanted ) ) )->to_wire();

		$this->goes_over_the_wire( 'itemsRefused', $answer );
		$this->assertSame(
			array( 22 => 'out_of_stock', 24 => 'insufficient_stock', 20 => 'unbuyable', 28 => 'unknown', 36 => 'unbuyable', 37 => 'unbuyable', 39 => 'unbuyable', 99 => 'unknown' ),
			array_column( $answer['data']['items'], 'problem', 'id' )
		);
		$this->assertSame( 3, $answer['data']['items'][1]['available'] );
		$this->assertSame( array(), $GLOBALS['wpdb']->carts, 'nothing is changed' );
	}

	public function test_refuses_a_quantity_that_the_checkout_would_round(): void {
		Shop::sells( new WC_Product( 12, array( 'step' => 4 ) ), new WC_Product( 16 ) );
		$ask    = fn( int $quantity ) => $this->create( array( 'items' => array( array( 'id' => 12, 'quantity' => $quantity ), array( 'id' => 16, 'quantity' => 1 ) ) ) );
		$answer = $ask( 3 )->to_wire();
		$this->goes_over_the_wire( 'itemsRefused', $answer );
		$this->assertSame( array( 12 => 'unbuyable' ), array_column( $answer['data']['items'], 'problem', 'id' ) );
		$this->assertStringContainsString( 'a multiple of 4', $answer['message'] );
		$this->assertSame( 201, $ask( 8 )->status );
	}

	public function test_refuses_a_country_that_there_is_not(): void {
		$answer = $this->create( array( 'items' => array(), 'destination' => array( 'country' => 'XX' ) ) )->to_wire();
		$this->goes_over_the_wire( 'siteRefusal', $answer );
		$this->assertSame( array( 'ucp_host_invalid_country', 400 ), array( $answer['code'], $answer['data']['status'] ) );
	}

	public function test_does_not_wait_for_ever_for_another_request(): void {
		$GLOBALS['wpdb']->lock = '0';
		$answer                = $this->create( array( 'items' => array() ) )->to_wire();
		$this->goes_over_the_wire( 'siteRefusal', $answer );
		$this->assertSame( array( 'ucp_host_cart_busy', 503 ), array( $answer['code'], $answer['data']['status'] ) );
	}

	public function test_a_service_with_a_key_makes_the_site_a_used_one(): void {
		$this->create( array( 'items' => array() ) );
		$this->assertSame( '1', get_option( Health::PAIRED ) );
	}

	private function create( array $body ) {
		$this->goes_over_the_wire( 'cartCreateRequest', array( 'cart_id' => self::CART ) + $body );
		return ( new CartCreate() )->handle( new WP_REST_Request( array( 'cart_id' => self::CART ) + $body ) );
	}
}
