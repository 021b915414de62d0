<?php
declare(strict_types=1);

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartContent;
use UcpHost\Checkout\BuyerSession;
use UcpHost\Checkout\DeadLink;
use UcpHost\Checkout\Handoff;
use UcpHost\Checkout\MissingGoods;
use UcpHost\Checkout\ReplaceQuestion;

/** Pages that a buyer sees instead of the checkout. */
final class BuyerPagesTest extends ConnectorTestCase {

	protected function setUp(): void {
		parent::setUp();
		wc_load_cart();
		Shop::sells( new WC_Product( 12 ), new WC_Product( 16, array( 'name' => 'Lamp <b>XL</b> &amp; cord', 'stock' => 1 ) ) );
	}

	/** @dataProvider dead_links */
	public function test_a_dead_link_says_why_with_its_own_status( ?array $items, int $seconds, int $status, string $words ): void {
		$page = $this->shown( static fn() => DeadLink::show( null === $items ? null : self::cart( $items, $seconds ) ) );
		$this->assertSame( $status, Site::$status );
		$this->assertStringContainsString( "<h1>$words</h1>", $page );
		$this->assertStringContainsString( 'ask your assistant for a new link', $page );
	}

	public function dead_links(): array {
		return array(
			'wrong'    => array( null, 0, 404, 'This order link is wrong, or too old' ),
			'expired'  => array( array( 12 => 1 ), -1, 410, 'This order link has expired' ),
			'canceled' => array( array(), 60, 410, 'Your assistant has canceled this order' ),
		);
	}

	public function test_goods_that_the_shop_still_has_lead_to_the_checkout_without_a_word(): void {
		$this->assertSame( array(), Handoff::fill( self::cart( array( 12 => 2, 16 => 1 ) ) ) );
	}

	public function test_goods_that_are_gone_are_named_beside_the_rest(): void {
		$missing = Handoff::fill( self::cart( array( 12 => 2, 16 => 3, 99 => 1 ) ) );
		$this->assertSame( array( 16 => 3, 99 => 1 ), $missing );
		$page = $this->shown( static fn() => MissingGoods::show( $missing ) );
		$this->assertSame( 200, Site::$status );
		$this->assertStringContainsString( '<ul><li>Lamp XL &amp; cord × 3</li><li>A product that the shop has removed × 1</li></ul>', $page );
		$this->assertStringContainsString( '<ul><li>Mug × 2</li></ul>', $page );
		$this->assertStringContainsString( '<a class="go" href="https://shop.example/checkout/">Go on with the rest</a>', $page );
		$this->assertSame( array(), Shop::$notices, 'the checkout must not say it again' );
	}

	public function test_an_order_of_which_nothing_is_left_offers_no_checkout(): void {
		$missing = Handoff::fill( self::cart( array( 16 => 3 ) ) );
		$page    = $this->shown( static fn() => MissingGoods::show( $missing ) );
		$this->assertSame( 410, Site::$status );
		$this->assertStringContainsString( '<h1>This order is not available any more</h1>', $page );
		$this->assertStringContainsString( 'Lamp XL &amp; cord × 3', $page );
		$this->assertStringNotContainsString( 'checkout', $page );
	}

	public function test_a_cart_is_replaced_only_with_the_visitors_own_agreement(): void {
		$cart = self::cart( array( 12 => 2 ) );
		WC()->cart->add_to_cart( 16, 1 );
		$page = $this->shown( static fn() => ReplaceQuestion::ask( $cart ) );
		$this->assertSame( 200, Site::$status );
		$this->assertStringContainsString( 'Lamp XL &amp; cord × 1', $page );
		$this->assertStringContainsString( 'Mug × 2', $page );
		$this->assertSame( 1, preg_match( '/name="ucp_host_replace" value="(\w+)"/', $page, $found ) );
		foreach ( array( null, 'guessed', array( $found[1] ) ) as $wrong ) {
			$_POST = array( 'ucp_host_replace' => $wrong );
			$this->assertFalse( ReplaceQuestion::was_agreed( $cart ) );
		}
		$_POST = array( 'ucp_host_replace' => $found[1] );
		$this->assertTrue( ReplaceQuestion::was_agreed( $cart ) );
	}

	public function test_what_one_guest_is_shown_replaces_no_cart_of_another(): void {
		$cart = self::cart( array( 12 => 2 ) );
		WC()->cart->add_to_cart( 16, 1 );
		$page = $this->shown( static fn() => ReplaceQuestion::ask( $cart ) );
		preg_match( '/name="ucp_host_replace" value="(\w+)"/', $page, $found );
		$_POST = array( 'ucp_host_replace' => $found[1] );
		$this->assertTrue( ReplaceQuestion::was_agreed( $cart ) );
		WC()->session = new class() extends WC_Session {
			protected $_customer_id = 't_2';
		};
		$this->assertFalse( ReplaceQuestion::was_agreed( $cart ) );
	}

	public function test_the_question_shows_a_guest_the_details_before_they_are_filled_in(): void {
		Shop::$user = 0;
		$cart = self::cart(
			array( 12 => 2 ),
			60,
			array(
				'name'        => 'Eve <b>Evil</b>',
				'email'       => 'eve@example.com',
				'destination' => array( 'country' => 'DE', 'region' => '', 'postal_code' => '10115', 'city' => 'Berlin', 'line1' => 'Side Street 1' ),
			)
		);
		WC()->cart->add_to_cart( 16, 1 );
		$page = $this->shown( static fn() => ReplaceQuestion::ask( $cart ) );
		$this->assertStringContainsString( '<ul><li>Eve Evil</li><li>eve@example.com</li><li>Side Street 1</li><li>10115 Berlin</li><li>Germany</li></ul>', $page );
		Shop::$user = 3;
		$this->assertStringNotContainsString( 'Side Street', $this->shown( static fn() => ReplaceQuestion::ask( $cart ) ), 'the checkout of a customer has the data of the account' );
	}

	/** @dataProvider submissions */
	public function test_a_form_of_another_site_comes_without_the_session_of_the_visitor( string $method, bool $has_session, bool $is_without ): void {
		$_SERVER['REQUEST_METHOD'] = $method;
		WC()->session              = new class( $has_session ) extends WC_Session {
			public function __construct( private bool $has ) {}
			public function has_session(): bool {
				return $this->has;
			}
		};
		$this->assertSame( $is_without, ReplaceQuestion::is_without_session() );
	}

	public function submissions(): array {
		return array(
			'a form of another site' => array( 'POST', false, true ),
			'the answer'             => array( 'POST', true, false ),
			'a link'                 => array( 'GET', false, false ),
		);
	}

	public function test_a_link_of_a_sold_cart_tells_the_number_of_the_order_to_its_buyer_alone(): void {
		$order = new class() extends WC_Order {
			public function get_customer_id(): int {
				return 0;
			}
			public function get_id(): int {
				return 4711;
			}
			public function get_checkout_order_received_url(): string {
				return 'https://shop.example/checkout/order-received/4711/?key=wc_order_key';
			}
		};
		$cart  = self::cart( array( 12 => 2 ) );
		$this->assertSame( 'https://shop.example/checkout/order-received/', Handoff::receipt( $cart, $order ) );
		$cart->ordered_by = BuyerSession::fingerprint();
		$this->assertSame( $order->get_checkout_order_received_url(), Handoff::receipt( $cart, $order ) );
	}

	private static function cart( array $items, int $seconds = 60, array $more = array() ): Cart {
		$content = CartContent::of_array( array( 'items' => $items ) + $more );
		return new Cart( '3f0c4a52-6d7e-4b8a-9c1d-2e3f4a5b6c7d', 'token', 'session', $content, time() + $seconds, 0, '' );
	}
}
