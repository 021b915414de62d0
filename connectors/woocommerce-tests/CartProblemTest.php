<?php
declare(strict_types=1);

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartContent;
use UcpHost\Carts\CartTable;
use UcpHost\Checkout\BuyerSession;
use UcpHost\Checkout\PluginRefusals;
use UcpHost\Pricing\CartRules;
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
		CartRules::ask_for_buyer( $cart );
		$this->assertSame( array(), Shop::$notices, 'the page itself shows them' );
		$refused = array( 'problem' => 'refused', 'message' => 'Minimum order is 50 €.' );
		$this->assertSame( $refused, $this->problem() );
		self::cart( array( 12 => 9 ) );
		$this->assertNull( $this->problem() );
		self::cart( array( 12 => 2 ) );
		Site::$filters = array();
		CartRules::ask_for_buyer( $cart );
		$this->assertNull( $this->problem() );
	}

	/** @dataProvider checkouts @param callable(): void $refuse */
	public function test_what_the_checkout_tells_its_buyer_is_kept( callable $refuse, string $message ): void {
		$this->buyer_comes();
		$refuse();
		$this->assertSame( array( 'problem' => 'refused', 'message' => $message ), $this->problem() );
		$this->checkout_asks( static function (): void {} );
		$this->assertNull( $this->problem(), 'until it takes the cart' );
	}

	public function checkouts(): array {
		$minimum = static fn() => wc_add_notice( 'Our minimum order is <b>50</b>.', 'error' );
		$sum     = static fn() => wc_add_notice( 'Your order of $39.00 is too small.', 'error' );
		$field   = static fn() => wc_add_notice( 'Please tick the box.', 'error' );
		return array(
			'a rule about the cart'   => array( fn() => $this->checkout_asks( $minimum, $field ), 'Our minimum order is 50.' ),
			'one at the button'       => array( fn() => $this->checkout_asks( static function (): void {}, $sum ), 'Your order of $39.00 is too small.' ),
			'one of the block’s page' => array( static fn() => CartRules::heard_errors( new WP_Error( 'members', 'For members only.' ) ), 'For members only.' ),
		);
	}

	/** @dataProvider refusals @param mixed $answer */
	public function test_what_a_plugin_says_at_the_button_of_the_block_checkout_is_kept( ?WP_Error $errors, $answer ): void {
		$this->buyer_comes();
		$this->press( $errors, $answer );
		$refused = array( 'problem' => 'refused', 'message' => 'We ship no lamps to islands.' );
		$this->assertSame( $refused, $this->problem() );
		$this->checkout_asks( static function (): void {} );
		$this->assertSame( $refused, $this->problem(), 'the rules about the cart pass' );
		PluginRefusals::begin();
		PluginRefusals::end();
		PluginRefusals::taken();
		$this->assertNull( $this->problem(), 'until plugins let the order through' );
	}

	public function refusals(): array {
		$body = array( 'code' => 'a_plugin', 'message' => 'We ship no <b>lamps</b> to islands.', 'data' => array( 'status' => 400 ) );
		return array(
			'thrown'             => array( null, new WP_REST_Response( $body, 400 ) ),
			'added'              => array( new WP_Error( 'a_plugin', $body['message'] ), new WP_REST_Response( $body, 400 ) ),
			'answered unchanged' => array( null, new WP_Error( 'a_plugin', $body['message'] ) ),
		);
	}

	public function test_what_woocommerce_says_itself_at_the_button_is_for_the_buyer_alone(): void {
		$this->buyer_comes();
		$declined = new WP_REST_Response( array( 'message' => 'Your card was declined.' ), 400 );
		PluginRefusals::begin();
		PluginRefusals::end();
		$this->answer( $declined );
		$this->assertNull( $this->problem() );
		PluginRefusals::begin();
		$this->answer( $declined, '/wc/store/v1/checkout/5' );
		$this->answer( $declined );
		$this->assertNull( $this->problem(), 'another order is paid' );
	}

	private function buyer_comes(): void {
		WC()->session = new WC_Session();
		BuyerSession::remember( self::cart( array( 12 => 2 ) ), array( 'mug' => (string) WC()->cart->add_to_cart( 12, 2 ) ) );
	}

	/** A plugin throws when it adds no error. @param mixed $answer */
	private function press( ?WP_Error $errors, $answer ): void {
		PluginRefusals::begin();
		if ( $errors ) {
			PluginRefusals::end( new WC_Order(), $errors );
		}
		$this->answer( $answer );
	}

	/** @param mixed $answer */
	private function answer( $answer, string $route = '/wc/store/v1/checkout' ): void {
		$this->assertSame( $answer, PluginRefusals::answered( $answer, null, new WP_REST_Request( array(), 'POST', $route ) ) );
	}

	public function test_rules_of_the_cart_page_and_other_visitors_are_not_kept(): void {
		self::cart( array( 12 => 2 ) );
		$this->checkout_asks( static fn() => wc_add_notice( 'Our minimum order is 50.', 'error' ) );
		$this->assertNull( $this->problem() );
	}

	public function test_an_order_that_sold_nothing_hides_no_problem(): void {
		$this->assertSame( array( 'problem' => 'expired' ), $this->problem( '/wc/v3/orders', array( array( 'status' => 'failed' ) ) ) );
		$this->assertNull( $this->problem( '/wc/v3/orders', array( array( 'status' => 'failed' ), array( 'status' => 'on-hold' ) ) ) );
	}

	/** As either checkout does, after what else stands on the page. */
	private function checkout_asks( callable $rule, ?callable $before = null ): void {
		Shop::$notices = array();
		$before && $before();
		CartRules::begin();
		$rule();
		CartRules::heard();
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
