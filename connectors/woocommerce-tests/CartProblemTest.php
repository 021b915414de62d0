<?php
declare(strict_types=1);

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartContent;
use UcpHost\Carts\CartTable;
use UcpHost\Checkout\CheckoutRefusal;
use UcpHost\Rest\CartProblem;

/** Why an agent's cart cannot be paid, as the service reads it beside a session without an order. */
final class CartProblemTest extends ConnectorTestCase {

	private const SESSION = '0197c0de-6d7e-7b8a-9c1d-2e3f4a5b6c7d';

	protected function setUp(): void {
		parent::setUp();
		wc_load_cart();
		Shop::$notices = array();
		Shop::sells( new WC_Product( 12 ), new WC_Product( 16 ) );
	}

	public function test_a_cart_that_can_be_paid_has_no_problem(): void {
		self::cart( array( 12 => 2 ) );
		$this->assertNull( $this->problem() );
	}

	public function test_a_cart_that_has_expired_or_is_gone_says_so(): void {
		$this->assertSame( array( 'problem' => 'expired' ), $this->problem() );
		$cart = self::cart( array( 12 => 2 ) );
		$GLOBALS['wpdb']->carts[ $cart->id ]['expires_at'] = time() - 1;
		$this->assertSame( array( 'problem' => 'expired' ), $this->problem() );
	}

	public function test_goods_that_are_gone_are_named(): void {
		self::cart( array( 12 => 2, 99 => 1 ) );
		$problem = $this->problem();
		$this->assertSame( 'items', $problem['problem'] );
		$this->assertSame( array( array( 99, 'unknown' ) ), array_map( static fn( $item ) => array( $item['id'], $item['problem'] ), $problem['items'] ) );
	}

	public function test_what_the_checkout_refuses_is_kept_until_it_takes_the_cart_or_the_cart_changes(): void {
		$cart = self::cart( array( 12 => 2 ) );
		Site::$filters['woocommerce_check_cart_items'][] = static function (): void {
			Shop::$notices[] = array( 'notice' => '<b>Minimum order</b> is 50 €.' );
		};
		CheckoutRefusal::record( $cart );
		$this->assertSame( array(), Shop::$notices, 'the page itself shows them' );
		$refused = array( 'problem' => 'refused', 'message' => 'Minimum order is 50 €.' );
		$this->assertSame( $refused, $this->problem() );
		self::cart( array( 12 => 9 ) );
		$this->assertNull( $this->problem() );
		self::cart( array( 12 => 2 ) );
		Site::$filters = array();
		CheckoutRefusal::record( $cart );
		$this->assertNull( $this->problem() );
	}

	public function test_other_answers_stay_as_they_are(): void {
		$this->assertNull( $this->problem( '/wc/v3/products' ) );
		$this->assertNull( $this->problem( '/wc/v3/orders', array( array( 'id' => 5 ) ) ) );
		$this->assertNull( $this->problem( '/wc/v3/orders', array(), 401 ) );
	}

	/** @param array<int, int> $items */
	private static function cart( array $items ): Cart {
		$content = CartContent::of_array( array( 'items' => $items ) );
		return CartTable::put( self::SESSION, self::SESSION, $content, CartTable::find( self::SESSION ) );
	}

	/** Returns what the header of an answer says; null without it. */
	private function problem( string $route = '/wc/v3/orders', array $orders = array(), int $status = 200 ): ?array {
		$request  = new WP_REST_Request( array( 'service_session_id' => self::SESSION ), 'GET', $route );
		$response = CartProblem::add( new WP_REST_Response( $orders, $status ), null, $request );
		$header   = $response->headers[ CartProblem::HEADER ] ?? null;
		if ( null === $header ) {
			return null;
		}
		$this->assertMatchesRegularExpression( '/^[ -~]+$/', $header, 'a header is ASCII' );
		$problem = json_decode( $header, true );
		$this->goes_over_the_wire( 'cartProblem', $problem );
		return $problem;
	}
}
