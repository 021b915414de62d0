<?php
declare(strict_types=1);

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartContent;
use UcpHost\Carts\CartTable;
use UcpHost\Checkout\BuyerSession;
use UcpHost\Checkout\Handoff;
use UcpHost\Rest\CartCreate;

/** Carts of shops with other plugins, each in a few lines of a must-use plugin. */
final class ShopsAsRunTest extends ConnectorTestCase {

	private const CART = '3f0c4a52-6d7e-4b8a-9c1d-2e3f4a5b6c7d';

	protected function setUp(): void {
		parent::setUp();
		Shop::sells(
			new WC_Product( 12 ),
			new WC_Product( 16, array( 'price' => '89', 'name' => 'Lamp' ) ),
			new WC_Product( 30, array( 'price' => '60', 'name' => 'Gift Box' ) ),
			new WC_Product( 40, array( 'price' => '22', 'name' => 'Canvas Belt' ) )
		);
	}

	/** @dataProvider orders_of_bundle_and_child @param int[] $ids */
	public function test_a_bundle_costs_what_its_goods_do_also_beside_one_of_them( array $ids ): void {
		self::plugin_bundles( 30, array( 12, 40 ) );
		$answer = $this->buy( array_fill_keys( $ids, 2 ) );
		$items  = array_column( $answer['items'], null, 'id' );
		$this->assertSame( array( 2, 1450, 2900 ), self::sums( $items[12] ) );
		$this->assertSame( array( 2, 3650, 7300 ), self::sums( $items[30] ) );
		$this->assertSame( array( 12, 40 ), array_column( $answer['added_items'], 'id' ) );
		$this->assertSame( array( array( 2, 0, 0 ), array( 2, 0, 0 ) ), array_map( array( self::class, 'sums' ), $answer['added_items'] ) );
	}

	public function orders_of_bundle_and_child(): array {
		return array( 'the bundle first' => array( array( 30, 12 ) ), 'the child first' => array( array( 12, 30 ) ) );
	}

	/** @dataProvider gifts @param array<int, int> $items */
	public function test_goods_that_the_shop_adds_are_lines_of_their_own( array $data, string $price, array $items, array $added ): void {
		self::plugin_gives( 16, 40, $data, $price );
		$answer = $this->buy( $items );
		$this->assertSame( $items, array_column( $answer['items'], 'quantity', 'id' ) );
		$this->assertSame( $added, array_map( array( self::class, 'sums' ), $answer['added_items'] ) );
		$this->assertSame( array( 'Canvas Belt' ), array_column( $answer['added_items'], 'name' ) );
	}

	public function gifts(): array {
		return array(
			'sold along'                         => array( array(), '22', array( 16 => 2 ), array( array( 2, 2200, 4400 ) ) ),
			'free, beside a paid one'            => array( array( 'gift' => 'yes' ), '0', array( 40 => 1, 16 => 1 ), array( array( 1, 0, 0 ) ) ),
			'free, before the paid one'          => array( array( 'gift' => 'yes' ), '0', array( 16 => 1, 40 => 1 ), array( array( 1, 0, 0 ) ) ),
			'put onto the line of the paid one'  => array( array(), '22', array( 40 => 3, 16 => 1 ), array( array( 1, 2200, 2200 ) ) ),
			'the paid one put onto its line'     => array( array(), '22', array( 16 => 1, 40 => 3 ), array( array( 1, 2200, 2200 ) ) ),
		);
	}

	public function test_a_line_whose_options_a_plugin_left_blank_is_a_line(): void {
		add_action( 'woocommerce_add_to_cart', static fn( $key, $id ) => 16 === $id && WC()->cart->add_to_cart( 40, 1, 0, '' ) );
		$this->assertSame( array( 'Canvas Belt' ), array_column( $this->buy( array( 16 => 1 ) )['added_items'], 'name' ) );
	}

	public function test_an_item_that_the_shop_splits_into_lines_stays_one_item(): void {
		add_action(
			'woocommerce_add_to_cart',
			static function ( $key, $id, $quantity, $variation, $options, $data ): void {
				if ( 12 === $id && ! $data ) {
					WC()->cart->set_quantity( $key, 1 );
					WC()->cart->add_to_cart( 12, $quantity - 1, 0, array(), array( 'engraving' => 'no' ) );
				}
			}
		);
		$answer = $this->buy( array( 12 => 3 ) );
		$this->assertSame( array( array( 3, 1450, 4350 ) ), array_map( array( self::class, 'sums' ), $answer['items'] ) );
		$this->assertArrayNotHasKey( 'added_items', $answer );
	}

	public function test_a_buyer_gets_gifts_and_bundles_without_missing_anything(): void {
		self::plugin_gives( 16, 40, array( 'gift' => 'yes' ), '0' );
		wc_load_cart();
		$cart = self::stored( array( 16 => 1, 40 => 2 ) );
		$this->assertSame( array(), Handoff::fill( $cart ) );
		$this->assertNotNull( BuyerSession::cart() );
		WC()->cart->empty_cart();
		WC()->cart->add_to_cart( 40, 1, 0, array(), array( 'gift' => 'yes' ) );
		$this->assertNull( BuyerSession::cart(), 'the gift alone is not what the agent has prepared' );
	}

	/** @dataProvider pages */
	public function test_a_cart_is_priced_as_on_the_page_where_the_buyer_pays( bool $is_block, ?array $fees ): void {
		Shop::$has_block_checkout = $is_block;
		add_action( 'woocommerce_cart_calculate_fees', static fn( $cart ) => is_checkout() && $cart->add_fee( 'Payment surcharge', 3 ) );
		add_action( 'woocommerce_cart_calculate_fees', static fn( $cart ) => is_cart() && $cart->add_fee( 'Packing', 2 ) );
		$answer = $this->buy( array( 12 => 2 ) );
		$this->assertSame( $fees, $answer['fees'] ?? null );
		$this->assertSame( $is_block ? array() : array( 'WOOCOMMERCE_CHECKOUT' => true ), Shop::$constants );
		$this->assertFalse( is_checkout(), 'other requests of the process are not on that page' );
	}

	public function pages(): array {
		return array(
			'the classic checkout' => array( false, array( array( 'name' => 'Payment surcharge', 'amount' => 300 ) ) ),
			'the block checkout'   => array( true, null ),
		);
	}

	public function test_fees_have_their_names_and_loyalty_takes_off(): void {
		add_action(
			'woocommerce_cart_calculate_fees',
			static function ( $cart ): void {
				$cart->add_fee( 'Small order <b>fee</b>', 5 );
				$cart->add_fee( 'Loyalty', -2.5 );
				$cart->add_fee( 'Nothing', 0 );
			}
		);
		$answer = $this->buy( array( 12 => 2 ) );
		$this->assertSame( array( array( 'name' => 'Small order fee', 'amount' => 500 ), array( 'name' => 'Loyalty', 'amount' => -250 ) ), $answer['fees'] );
		$this->assertSame( 250, $answer['totals']['fees'] );
	}

	public function test_a_deposit_is_taken_off_the_total_under_a_name(): void {
		Shop::$sums = array( 'cart_contents_total' => 29, 'total_tax' => 2.5, 'shipping_total' => 0, 'discount_total' => 0, 'total' => '10.00' );
		$answer     = $this->buy( array( 12 => 2 ) );
		$this->assertSame( array( array( 'name' => 'Taken off the total by the shop', 'amount' => -2150 ) ), $answer['fees'] );
		$this->assertSame( array( 'The total is what the shop asks for at its checkout, $10.00. Where that is a deposit, the order is of $31.50, and the rest is paid later.' ), $answer['warnings'] );
	}

	public function test_ways_of_paying_that_cost_more_are_told(): void {
		Shop::$gateways = array( 'bacs' => 'Bank transfer', 'cod' => 'Cash <b>on delivery</b>' );
		add_action( 'woocommerce_cart_calculate_fees', static fn( $cart ) => 'cod' === WC()->session->get( 'chosen_payment_method' ) && $cart->add_fee( 'COD', 5.4 ) );
		$answer = $this->buy( array( 12 => 2 ) );
		$this->assertSame( array( 'The total is for payment by "Bank transfer". It is another one with: "Cash on delivery": $44.40.' ), $answer['warnings'] );
		$this->assertSame( 3900, $answer['totals']['total'] );
		Shop::$gateways = array( 'cod' => 'Cash on delivery' );
		$answer         = $this->buy( array( 12 => 2 ) );
		$this->assertArrayNotHasKey( 'warnings', $answer );
		$this->assertSame( 4440, $answer['totals']['total'] );
	}

	/** @dataProvider checkouts */
	public function test_the_rules_of_the_shop_about_the_cart_refuse_it_in_its_own_words( bool $is_block ): void {
		Shop::$has_block_checkout = $is_block;
		add_action( 'woocommerce_check_cart_items', static fn() => count( WC()->cart->get_cart() ) < 2 && wc_add_notice( 'Our minimum order is <b>two</b> things.', 'error' ) );
		foreach ( array( array(), array( 'destination' => array( 'country' => 'US' ) ) ) as $more ) {
			$answer = $this->create( array( 12 => 1 ), $more )->to_wire();
			$this->goes_over_the_wire( 'siteRefusal', $answer );
			$this->assertSame( array( 'ucp_host_cart_refused', 'Our minimum order is two things.', 409 ), array( $answer['code'], $answer['message'], $answer['data']['status'] ) );
		}
		$this->assertSame( array(), $GLOBALS['wpdb']->carts );
		$this->buy( array( 12 => 1, 16 => 1 ) );
		$this->assertSame( 200, $this->create( array() )->status, 'a cart is emptied whatever the rules are' );
	}

	public function checkouts(): array {
		return array( 'the classic checkout' => array( false ), 'the block checkout' => array( true ) );
	}

	public function test_rules_of_the_block_checkout_are_asked_there(): void {
		add_action( 'woocommerce_store_api_cart_errors', static fn( WP_Error $errors ) => $errors->add( 'members', 'For members only.' ) );
		$this->assertSame( 'For members only.', $this->create( array( 12 => 1 ) )->get_error_message() );
		Shop::$has_block_checkout = false;
		$this->buy( array( 12 => 1 ) );
	}

	/** @dataProvider address_rules @param callable(): bool $is_refused */
	public function test_a_rule_about_the_address_is_asked_once_there_is_one( callable $is_refused ): void {
		add_action( 'woocommerce_check_cart_items', static fn() => $is_refused() && wc_add_notice( 'We do not deliver there.', 'error' ) );
		$this->buy( array( 12 => 1 ) );
		Shop::$rates = array();
		$answer      = $this->create( array( 12 => 1 ), array( 'destination' => array( 'country' => 'US' ) ) )->to_wire();
		$this->assertSame( 'We do not deliver there.', $answer['message'] );
	}

	public function address_rules(): array {
		return array(
			'a country'       => array( static fn() => 'US' === ( WC()->customer->told['set_shipping_location'][0] ?? '' ) ),
			'a way of sending' => array( static fn() => WC()->cart->needs_shipping() && ! WC()->session->get( 'chosen_shipping_methods' ) ),
		);
	}

	public function test_a_refusal_without_a_word_names_the_product(): void {
		add_filter( 'woocommerce_add_to_cart_validation', static fn( $is_allowed, $id ) => 16 !== $id );
		$answer = $this->create( array( 12 => 1, 16 => 1 ) )->to_wire();
		$this->goes_over_the_wire( 'itemsRefused', $answer );
		$this->assertSame( array( array( 16, 'The shop refuses "Lamp" and gives no reason.' ) ), self::refusals( $answer ) );
	}

	public function test_the_item_that_empties_the_cart_is_named_with_those_that_it_drives_out(): void {
		add_filter(
			'woocommerce_add_to_cart_validation',
			static function ( $is_allowed ) {
				WC()->cart->empty_cart();
				return $is_allowed;
			}
		);
		$answer = $this->create( array( 12 => 1, 16 => 1 ) )->to_wire();
		$this->assertSame( array( array( 16, 'The shop does not sell "Lamp" together with "Mug".' ) ), self::refusals( $answer ) );
	}

	public function test_a_cart_for_which_buyers_must_sign_in_says_so(): void {
		add_filter( 'woocommerce_checkout_registration_required', static fn( $is_required ) => $is_required || in_array( 16, array_column( WC()->cart->get_cart(), 'product_id' ), true ) );
		$this->assertArrayNotHasKey( 'warnings', $this->buy( array( 12 => 1 ) ) );
		$sentence = 'The buyer must sign in at the shop, or register there, to pay for this cart.';
		$this->assertSame( array( $sentence ), $this->buy( array( 16 => 1 ) )['warnings'] );
		update_option( 'woocommerce_enable_guest_checkout', 'no' );
		$this->assertArrayNotHasKey( 'warnings', $this->buy( array( 16 => 1 ) ), 'the shop asks it of all buyers, which /store-info says' );
	}

	public function test_a_cart_without_a_way_of_paying_says_so(): void {
		Shop::$gateways = array( 'bacs' => 'Bank transfer' );
		add_filter( 'woocommerce_available_payment_gateways', static fn( array $gateways ) => is_checkout() && in_array( 16, array_column( WC()->cart->get_cart(), 'product_id' ), true ) ? array() : $gateways );
		$there = array( 'destination' => array( 'country' => 'US' ) );
		$this->assertArrayNotHasKey( 'warnings', $this->create( array( 16 => 1 ) )->data, 'ways of paying may hang on the way of delivery' );
		$this->assertArrayNotHasKey( 'warnings', $this->create( array( 12 => 1 ), $there )->data );
		$sentence = 'The shop offers no way of paying for this cart: the buyer may not be able to place the order.';
		$this->assertSame( array( $sentence ), $this->create( array( 16 => 1 ), $there )->data['warnings'] );
		Shop::$sums['total'] = '0.00';
		$this->assertNotContains( $sentence, $this->create( array( 16 => 1 ), $there )->data['warnings'] ?? array(), 'a free cart needs none' );
	}

	/** @dataProvider rules_at_the_button @param string[] $warnings */
	public function test_a_rule_about_the_sum_that_speaks_when_the_order_is_placed_is_told_before( callable $rule, array $warnings ): void {
		add_action( 'woocommerce_checkout_process', $rule );
		$answer = $this->buy( array( 12 => 2 ) );
		$this->assertSame( $warnings, $answer['warnings'] ?? array() );
		$this->assertSame( 3900, $answer['totals']['total'] );
		$this->assertSame( array(), wc_get_notices( 'error' ) );
	}

	public function rules_at_the_button(): array {
		$says = static fn( string $sentence ) => static fn() => wc_add_notice( $sentence, 'error' );
		return array(
			'a minimum, in the snippet of WooCommerce' => array(
				static fn() => WC()->cart->get_totals()['total'] < 50 && wc_add_notice( sprintf( 'Your current order total is %s: you must order for %s.', wc_price( 39 ), wc_price( 50 ) ), 'error' ),
				array( 'The checkout of the shop may refuse this cart. It says: Your current order total is $39.00: you must order for $50.00.' ),
			),
			'a field that only the page has'           => array( $says( 'Please tick the box.' ), array() ),
			'another amount'                           => array( $says( 'Gift wrapping costs $139.00.' ), array() ),
			'a plugin that fails'                      => array( static fn() => throw new RuntimeException( 'No form.' ), array() ),
		);
	}

	public function test_fractions_are_told_or_refused(): void {
		Shop::sells( new WC_Product( 50, array( 'price' => '0.0125', 'name' => 'Screw' ) ), new WC_Product( 51, array( 'name' => 'Rope' ) ) );
		$answer = $this->buy( array( 50 => 1000 ) );
		$this->assertSame( array( array( 1000, 1, 1250 ) ), array_map( array( self::class, 'sums' ), $answer['items'] ) );
		$this->assertSame( array( 'One piece of "Screw" costs 0.0125 USD; the sums are of all pieces.' ), $answer['warnings'] );

		self::plugin_gives( 16, 51, array( 'cut' => 'yes' ), '10', 1.5 );
		$answer = $this->buy( array( 16 => 1 ) );
		$this->assertSame( array( array( 1, 1500, 1500 ) ), array_map( array( self::class, 'sums' ), $answer['added_items'] ) );
		$this->assertSame( array( 'Rope × 1.5' ), array_column( $answer['added_items'], 'name' ) );

		add_action( 'woocommerce_add_to_cart', static fn( $key, $id ) => 12 === $id && WC()->cart->set_quantity( $key, 1.5 ) );
		$answer = $this->create( array( 12 => 2 ) )->to_wire();
		$this->assertSame( array( array( 12, 'The shop refuses "Mug" and gives no reason.' ) ), self::refusals( $answer ) );
	}

	public function test_goods_that_are_sold_in_parts_say_so_and_are_bought_whole(): void {
		$this->assertArrayNotHasKey( 'price_text', $this->buy( array( 12 => 2 ) )['items'][0] );
		add_filter( 'woocommerce_quantity_input_args', static fn( array $field, WC_Product $product ) => 12 === $product->get_id() ? array( 'step' => '0.5' ) + $field : $field );
		$answer = $this->buy( array( 12 => 2, 16 => 1 ) );
		$this->assertSame( array( 'Sold in steps of 0.5; agents order whole quantities.', null ), array( $answer['items'][0]['price_text'] ?? null, $answer['items'][1]['price_text'] ?? null ) );
	}

	/** Puts the goods of a bundle, which has no price of its own, into the cart beside it, marked with its key. @param int[] $goods */
	private static function plugin_bundles( int $bundle, array $goods ): void {
		add_action(
			'woocommerce_add_to_cart',
			static function ( $key, $id, $quantity ) use ( $bundle, $goods ): void {
				foreach ( $bundle === $id ? $goods : array() as $good ) {
					WC()->cart->add_to_cart( $good, $quantity, 0, array(), array( 'woosb_parent_key' => $key ) );
				}
			}
		);
		self::plugin_prices( static fn( array $line ) => $bundle === $line['product_id'] ? '0' : null );
	}

	/** Gives one product to buyers of another. */
	private static function plugin_gives( int $bought, int $given, array $data, string $price, float $pieces = 0 ): void {
		add_action(
			'woocommerce_add_to_cart',
			static function ( $key, $id, $quantity ) use ( $bought, $given, $data, $pieces ): void {
				if ( $bought === $id ) {
					WC()->cart->add_to_cart( $given, $pieces > 0 ? $pieces : $quantity, 0, array(), $data );
				}
			}
		);
		self::plugin_prices( static fn( array $line ) => $given === $line['product_id'] && array() === array_diff_key( $data, $line ) ? $price : null );
	}

	private static function plugin_prices( callable $price ): void {
		add_action(
			'woocommerce_before_calculate_totals',
			static function ( WC_Cart $cart ) use ( $price ): void {
				foreach ( $cart->get_cart() as $line ) {
					null === $price( $line ) || $line['data']->set_price( $price( $line ) );
				}
			}
		);
	}

	/** @return array{0: int, 1: int, 2: int} */
	private static function sums( array $item ): array {
		return array( $item['quantity'], $item['price'], $item['subtotal'] );
	}

	/** @return array<int, array{0: int, 1: string}> */
	private static function refusals( array $answer ): array {
		return array_map( static fn( array $item ) => array( $item['id'], $item['message'] ), $answer['data']['items'] );
	}

	private static function stored( array $items ): Cart {
		return CartTable::put( self::CART, '', CartContent::of_array( array( 'items' => $items ) ), null );
	}

	/** @param array<int, int> $items */
	private function buy( array $items ): array {
		$answer = $this->create( $items );
		$this->assertInstanceOf( WP_REST_Response::class, $answer, $answer instanceof WP_Error ? $answer->get_error_message() : '' );
		$this->goes_over_the_wire( 'cartCreateAnswer', $answer->data );
		return $answer->data;
	}

	/** @param array<int, int> $items */
	private function create( array $items, array $more = array() ) {
		$rows = array_map( static fn( $id, $quantity ) => compact( 'id', 'quantity' ), array_keys( $items ), $items );
		return ( new CartCreate() )->handle( new WP_REST_Request( array( 'cart_id' => self::CART, 'items' => $rows ) + $more ) );
	}
}
