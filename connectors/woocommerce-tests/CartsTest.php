<?php
declare(strict_types=1);

use UcpHost\Carts\CartContent;
use UcpHost\Carts\CartTable;
use UcpHost\Checkout\OrderMark;
use UcpHost\Rest\CartRequest;

final class CartsTest extends ConnectorTestCase {

	private const ONE   = '3f0c4a52-6d7e-4b8a-9c1d-2e3f4a5b6c7d';
	private const OTHER = '4f0c4a52-6d7e-4b8a-9c1d-2e3f4a5b6c7d';

	public function test_a_token_cannot_be_guessed_and_is_not_the_carts_id(): void {
		$one   = CartTable::put( self::ONE, '', CartContent::of_array( array() ), null );
		$other = CartTable::put( self::OTHER, '', CartContent::of_array( array() ), null );
		$this->assertMatchesRegularExpression( '/^[0-9a-f]{48}$/', $one->token );
		$this->assertNotSame( $one->token, $other->token );
		$this->assertSame( 'https://shop.example/checkout/?ucp_cart=' . $one->token, $one->checkout_url() );
	}

	public function test_only_the_very_token_opens_a_cart(): void {
		$cart = CartTable::put( self::ONE, '', CartContent::of_array( array() ), null );
		$this->assertSame( self::ONE, CartTable::of_token( $cart->token )->id );
		$GLOBALS['wpdb']->carts[ self::ONE ]['token'] = str_pad( 'abcdef', 48, 'a' );
		$this->assertNull( CartTable::of_token( strtoupper( str_pad( 'abcdef', 48, 'a' ) ) ), 'the database compares without regard to case' );
		$this->assertNull( CartTable::of_token( '' ) );
	}

	public function test_a_cart_comes_back_as_it_was_stored(): void {
		$asked = $this->request(
			array(
				'items'       => array( array( 'id' => 12, 'quantity' => 2 ), array( 'id' => 12, 'quantity' => 1 ) ),
				'coupons'     => array( 'TEN' ),
				'buyer'       => array( 'email' => 'ada@example.com', 'name' => 'Ada  Lovelace' ),
				'destination' => array( 'country' => 'us', 'region' => 'US-CA', 'city' => 'Oakland', 'line1' => '1 Main St', 'first_name' => 'Grace' ),
				'shipping_option' => 'flat_rate:2',
			)
		);
		CartTable::put( self::ONE, '', $asked->content( null ), null );
		$content = CartTable::find( self::ONE )->content;
		$this->assertSame( array( 12 => 3 ), $content->items, 'of equal ids the quantities are added up' );
		$this->assertSame( array( 'TEN' ), $content->coupons );
		$this->assertSame( array( 'ada@example.com', 'Ada Lovelace' ), array( $content->email, $content->name ) );
		$this->assertSame( array( 'country' => 'US', 'region' => 'CA', 'city' => 'Oakland', 'line1' => '1 Main St', 'first_name' => 'Grace' ), array_filter( $content->destination->to_array() ) );
		$this->assertSame( 'flat_rate:2', $content->shipping_option );
	}

	public function test_what_a_request_leaves_out_stays(): void {
		$first  = $this->request( array( 'items' => array( array( 'id' => 12, 'quantity' => 1 ) ), 'coupons' => array( 'TEN' ), 'buyer' => array( 'email' => 'ada@example.com' ) ) );
		$before = CartTable::put( self::ONE, 'session', $first->content( null ), null );
		$second = $this->request( array( 'items' => array( array( 'id' => 16, 'quantity' => 1 ) ) ) );
		$this->assertSame( array( 'TEN' ), $second->content( $before )->coupons );
		$this->assertSame( 'ada@example.com', $second->content( $before )->email );
		$this->assertSame( 'session', $second->session_id( $before ) );
		$this->assertSame( array( 16 => 1 ), $second->content( $before )->items );
	}

	public function test_a_region_that_the_shop_does_not_know_counts_as_left_out(): void {
		$asked = $this->request( array( 'items' => array(), 'destination' => array( 'country' => 'US', 'region' => 'Atlantis' ) ) );
		$this->assertSame( '', $asked->content( null )->destination->region );
	}

	public function test_an_order_shows_its_session_or_else_its_cart(): void {
		$shown = static function ( array $meta ): string {
			ob_start();
			OrderMark::show( self::order( $meta ) );
			return (string) ob_get_clean();
		};
		$this->assertSame( '', $shown( array() ), 'an order of another origin' );
		$this->assertStringContainsString( 'Cart ' . self::ONE, $shown( array( '_ucp_host_cart_id' => self::ONE, 'service_session_id' => '' ) ) );
		$this->assertStringContainsString( 'Session ' . self::OTHER, $shown( array( '_ucp_host_cart_id' => self::ONE, 'service_session_id' => self::OTHER ) ) );
	}

	private static function order( array $meta ): WC_Order {
		return new class( $meta ) extends WC_Order {
			public function __construct( private array $meta ) {}

			public function get_meta( string $name ): string {
				return $this->meta[ $name ] ?? '';
			}
		};
	}

	private function request( array $body ): CartRequest {
		return CartRequest::of( new WP_REST_Request( array( 'cart_id' => strtoupper( self::ONE ) ) + $body ) );
	}
}
