<?php
declare(strict_types=1);

use UcpHost\Pricing\Coupons;
use UcpHost\Pricing\EphemeralSession;
use UcpHost\Pricing\GuestCart;
use UcpHost\Pricing\Items;
use UcpHost\Pricing\Money;
use UcpHost\Pricing\PlannedOrder;
use UcpHost\Pricing\ShownPrice;
use UcpHost\Pricing\Totals;
use UcpHost\Rest\ShownPrices;

final class PricingTest extends ConnectorTestCase {

	private static function totals( bool $has_shipping ): array {
		wc_load_cart();
		return Totals::of( WC()->cart, PlannedOrder::of( WC()->cart, $has_shipping ), $has_shipping, 'USD' );
	}

	/** @dataProvider amounts @param string|float|int $amount */
	public function test_money_becomes_minor_units_of_its_currency( $amount, string $currency, int $expected ): void {
		$this->assertSame( $expected, Money::to_minor_units( $amount, $currency ) );
	}

	public function amounts(): array {
		return array(
			'as text'                        => array( '14.50', 'USD', 1450 ),
			'a float that is not exact'      => array( 0.1 + 0.2, 'USD', 30 ),
			'half a cent, a hair below it'   => array( 1.005, 'USD', 101 ),
			'a discount'                     => array( -4.9, 'EUR', -490 ),
			'no decimals in the currency'    => array( '1450', 'JPY', 1450 ),
			'more decimals than it has'      => array( '1449.6', 'JPY', 1450 ),
			'three decimals'                 => array( '1.2345', 'KWD', 1235 ),
			'an integer'                     => array( 7, 'usd', 700 ),
			'nothing'                        => array( '', 'USD', 0 ),
		);
	}

	public function test_totals_add_up_whatever_rounding_leaves_over(): void {
		Shop::$sums = array( 'total' => '43.06', 'discount_total' => 4.354, 'total_tax' => '3.456', 'shipping_total' => '7.50' );
		$totals     = self::totals( true );
		$this->assertSame( 4306, $totals['subtotal'] - $totals['discount'] + $totals['tax'] + $totals['shipping'] );
		$this->assertSame( 4306, $totals['total'] );
	}

	public function test_fees_of_other_plugins_are_told_beside_the_subtotal_that_holds_them(): void {
		Shop::$sums = array( 'total' => '36.50', 'discount_total' => 0, 'total_tax' => 2.5, 'shipping_total' => 0, 'fee_total' => '5' );
		$totals     = self::totals( false );
		$this->assertSame( array( 3400, 500 ), array( $totals['subtotal'], $totals['fees'] ) );
	}

	/** @dataProvider checkouts */
	public function test_the_total_is_that_of_the_order_which_the_checkout_makes( bool $is_block, int $total, array $warnings ): void {
		wc_load_cart();
		Shop::sells( new WC_Product( 12, array( 'tax_class' => 'reduced-rate' ) ) );
		Shop::$has_block_checkout = $is_block;
		Shop::$sums               = array( 'total' => '329.65', 'discount_total' => 0, 'total_tax' => '47.03', 'shipping_total' => '7.50' );
		Shop::$order_sums         = array( 'total' => '329.89', 'cart_tax' => '47.27' );
		Shop::$rates              = array( new WC_Shipping_Rate( 'flat_rate:1', 'Standard', '7.50' ) );
		add_action( 'woocommerce_cart_calculate_fees', static fn( $cart ) => $cart->add_fee( 'Loyalty', 0 ) );
		WC()->cart->add_to_cart( 12, 3 );
		WC()->cart->calculate_totals();
		WC()->session->set( 'chosen_shipping_methods', array( 'flat_rate:1' ) );
		$order = PlannedOrder::of( WC()->cart, true );
		$this->assertSame( array( $total, $warnings ), array( Totals::of( WC()->cart, $order, true, 'USD' )['total'], Totals::warnings( WC()->cart, $order ) ) );
		if ( $is_block ) {
			$goods = $order->get_items( 'line_items' )[0]->props;
			$this->assertSame( array( 3, 43.5, 'reduced-rate', 12 ), array( $goods['quantity'], $goods['total'], $goods['tax_class'], $goods['product_id'] ) );
			$this->assertSame( $order, $order->get_items( 'fee_lines' )[0]->get_order(), 'the tax of what is taken off is divided by its other lines' );
			$shipping = $order->get_items( 'shipping_lines' )[0]->props;
			$this->assertSame( array( '7.5', 'flat_rate', 1 ), array( $shipping['total'], $shipping['method_id'], $shipping['instance_id'] ) );
		}
	}

	public function checkouts(): array {
		return array(
			'the block checkout adds up anew'     => array( true, 32989, array( 'The checkout page may show a total of $329.65. The order is of $329.89, which is what is charged.' ) ),
			'the classic checkout copies its cart' => array( false, 32965, array() ),
		);
	}

	public function test_a_plugin_that_counts_on_a_stored_order_stops_no_sale(): void {
		add_action(
			'woocommerce_order_after_calculate_totals',
			static function (): void {
				throw new TypeError( 'The order has no number.' );
			}
		);
		Shop::$order_sums = array( 'total' => '1.00' );
		$this->assertSame( 3900, self::totals( true )['total'] );
	}

	public function test_a_sale_has_its_instants_in_utc_and_none_where_a_plugin_sets_the_price(): void {
		$to    = new DateTime( '+2 days 23:59:59', new DateTimeZone( 'Pacific/Auckland' ) );
		$until = gmdate( 'Y-m-d\TH:i:s\Z', $to->getTimestamp() );
		$sale  = static fn( string $price, string $shown, array $dates ) => ShownPrice::sale( new WC_Product( 12, array( 'price' => $price, 'regular_price' => '20.00', 'sale_price' => '15.00' ) + $dates ), $shown );
		$dated = array( 'date_on_sale_to' => $to );
		$this->assertSame( array( 'price' => '15.000000', 'from' => null, 'to' => $until ), $sale( '15.00', '15.000000', $dated ) );
		$this->assertSame( array( 'price' => '15.000000', 'from' => null, 'to' => $until ), $sale( '20.00', '20.000000', $dated ) );
		$this->assertNull( $sale( '13.50', '13.500000', $dated ), 'a plugin takes off more' );
		$this->assertNull( $sale( '15.00', '13.50', $dated ), 'a plugin writes another price on the page' );
		$this->assertNull( $sale( '15.00', '', $dated ), 'the page hides the price' );
		$this->assertNull( $sale( '15.00', '15.000000', array() ), 'without dates' );
		$this->assertNull( $sale( '15.00', '15.000000', array( 'date_on_sale_to' => new DateTime( '-1 second' ) ) ), 'it is over' );
	}

	/** @dataProvider shown_prices @param array<string, string> $options */
	public function test_prices_are_shown_as_to_a_guest( array $options, string $shown, bool $includes_tax ): void {
		foreach ( $options + array( 'woocommerce_calc_taxes' => 'yes' ) as $name => $value ) {
			update_option( $name, $value );
		}
		add_filter( 'woocommerce_get_tax_location', static fn() => array( 'CA', 'ON', '', '' ) );
		$this->assertSame( $shown, ShownPrice::of( new WC_Product( 12, array( 'price' => '19.99' ) ) ) );
		$this->assertSame( $includes_tax, ShownPrice::includes_tax() );
		$this->assertCount( 1, Site::$filters['woocommerce_get_tax_location'] );
	}

	public function shown_prices(): array {
		$gross  = array( 'woocommerce_prices_include_tax' => 'yes' );
		$shown  = array( 'woocommerce_tax_display_shop' => 'incl' );
		$hidden = array( 'woocommerce_tax_display_shop' => 'excl' );
		$nobody = array( 'woocommerce_default_customer_address' => '' );
		return array(
			'typed without, shown with tax'      => array( $shown, '23.790000', true ),
			'typed and shown without tax'        => array( $hidden, '19.990000', false ),
			'typed and shown with tax'           => array( $gross + $shown, '19.990000', true ),
			'typed with, shown without tax'      => array( $gross + $hidden, '16.798319', false ),
			'a guest of whom no place is known'  => array( $shown + $nobody, '19.990000', false ),
			'tax is that of the shop everywhere' => array( $shown + $nobody + array( 'woocommerce_tax_based_on' => 'base' ), '23.790000', true ),
			'taxes are switched off'             => array( $shown + array( 'woocommerce_calc_taxes' => 'no' ), '19.990000', false ),
		);
	}

	public function test_what_has_no_price_is_shown_at_none(): void {
		$this->assertSame( '', ShownPrice::of( new WC_Product( 12, array( 'price' => '' ) ) ) );
	}

	public function test_products_carry_the_shown_price_only_where_it_is_asked_for(): void {
		$product = new WC_Product( 12 );
		$asked   = new WP_REST_Request( array( 'ucp_host_prices' => '1' ), 'GET', '/wc/v3/products' );
		$added   = ShownPrices::add( new WP_REST_Response( array( 'id' => 12 ) ), $product, $asked );
		$this->assertSame( array( 'id' => 12, 'ucp_host_price' => '14.500000', 'ucp_host_prices_include_tax' => false, 'ucp_host_list_price' => '14.500000', 'ucp_host_sale' => null, 'purchasable' => true ), $added->data );
		$other = new WP_REST_Request( array(), 'GET', '/wc/v3/products' );
		$this->assertSame( array( 'id' => 12 ), ShownPrices::add( new WP_REST_Response( array( 'id' => 12 ) ), $product, $other )->data );
	}

	public function test_prices_and_goods_for_members_only_are_not_for_guests(): void {
		$product = new class( 12 ) extends WC_Product {
			public function get_price(): string {
				return get_current_user_id() > 0 ? '7.25' : '14.50';
			}

			public function is_purchasable(): bool {
				return get_current_user_id() > 0;
			}
		};
		$asked   = new WP_REST_Request( array( 'ucp_host_prices' => '1' ), 'GET', '/wc/v3/products' );
		$added   = ShownPrices::add( new WP_REST_Response( array( 'purchasable' => true ) ), $product, $asked );
		$this->assertSame( array( '14.500000', false ), array( $added->data['ucp_host_price'], $added->data['purchasable'] ) );
		$this->assertSame( 7, get_current_user_id() );
	}

	public function test_the_price_before_a_sale_is_shown_as_the_price_is(): void {
		update_option( 'woocommerce_calc_taxes', 'yes' );
		update_option( 'woocommerce_tax_display_shop', 'incl' );
		$on_sale = new WC_Product( 12, array( 'price' => '10.00', 'regular_price' => '20.00' ) );
		$this->assertSame( array( '11.900000', '23.800000' ), array( ShownPrice::of( $on_sale ), ShownPrice::before_sale( $on_sale ) ) );
		$this->assertSame( '', ShownPrice::before_sale( new WC_Product( 12, array( 'price' => '10.00', 'regular_price' => '' ) ) ) );
	}

	public function test_the_range_of_shown_prices_lies_between_the_ends_of_each_tax_class(): void {
		$row = static fn( string $price, string $tax_class ) => compact( 'price', 'tax_class' );
		$this->assertSame(
			array( 3, 2, 5 ),
			ShownPrices::ends( array( 1 => $row( '15', '' ), 2 => $row( '20', '' ), 3 => $row( '9', '' ), 4 => $row( '', '' ), 5 => $row( '19', 'reduced-rate' ) ) )
		);
	}

	public function test_a_variation_that_leaves_every_choice_open_is_named_like_its_product(): void {
		$row = static fn( array $attributes ) => array( 'parent' => 12, 'attributes' => $attributes );
		Shop::sells( new WC_Product( 12, array( 'name' => 'Tee' ) ) );
		$this->assertSame( 'Tee', Items::title( new WC_Product_Variation( 13, $row( array( 'attribute_size' => '' ) ) ) ) );
		$this->assertSame( 'Tee - M', Items::title( new WC_Product_Variation( 14, $row( array( 'attribute_size' => 'M' ) ) ) ) );
	}

	public function test_plugins_that_track_visitors_find_none(): void {
		$ids = GuestCart::lend( null, static fn() => array( WC()->session->get_customer_id(), WC()->session->get_customer_unique_id() ) );
		$this->assertSame( array( '', '' ), $ids );
	}

	public function test_every_method_of_woocommerces_session_works_without_database_and_cookies(): void {
		$session = GuestCart::lend( null, static fn() => WC()->session );
		$this->assertInstanceOf( WC_Session_Handler::class, $session );
		foreach ( ( new ReflectionClass( WC_Session_Handler::class ) )->getMethods() as $method ) {
			if ( $method->isPrivate() || WC_Session::class === $method->class ) {
				continue;
			}
			$own = new ReflectionMethod( EphemeralSession::class, $method->name );
			$this->assertSame( EphemeralSession::class, $own->class, "{$method->name} is that of WooCommerce" );
			if ( $own->isPublic() ) {
				$own->invokeArgs( $session, array_fill( 0, $own->getNumberOfParameters(), 't_1' ) );
			}
		}
		$this->assertSame( array( '', 0 ), array( $session->get_customer_id(), $GLOBALS['wpdb']->queries ) );
	}

	public function test_shipping_is_unknown_without_a_destination(): void {
		Shop::$sums = array( 'total' => '31.50', 'discount_total' => 0, 'total_tax' => 2.5, 'shipping_total' => 0 );
		$this->assertSame( array( 'subtotal' => 2900, 'discount' => 0, 'tax' => 250, 'shipping' => null, 'total' => 3150 ), self::totals( false ) );
	}

	public function test_coupons_are_refused_with_woocommerces_own_number(): void {
		Shop::$coupons = array(
			'expired20' => array( 'refused' => 107 ),
			'min100'    => array( 'refused' => 108 ),
			'vip'       => array( 'emails' => array( 'vip@example.com' ) ),
			'odd'       => array( 'refused' => 0 ),
		);
		$rejected = Coupons::apply( new WC_Cart(), array( 'nope', 'EXPIRED20', 'min100', 'vip', 'odd' ), 'ada@example.com' );
		$this->assertSame(
			array( 'nope' => 105, 'expired20' => 107, 'min100' => 108, 'vip' => 102, 'odd' => null ),
			array_column( $rejected, 'error_code', 'code' )
		);
		$this->assertStringNotContainsString( '<', $rejected[0]['message'] );
	}

	public function test_coupons_take_off_to_the_cent_where_the_shop_shows_none(): void {
		Shop::$coupons   = array( 'ten' => array(), '2026' => array() );
		Shop::$decimals  = 0;
		Shop::$taken_off = 8.2437;
		$cart            = new WC_Cart();
		Coupons::apply( $cart, array( 'Ten', '2026' ), '' );
		$this->assertSame(
			array( array( 'code' => 'ten', 'amount' => 824 ), array( 'code' => '2026', 'amount' => 824 ) ),
			Coupons::applied( $cart, 'USD' )
		);
	}

	public function test_a_code_twice_and_a_code_driven_out_are_told(): void {
		Shop::$coupons = array( 'ten' => array(), 'solo' => array( 'solo' => true ) );
		$cart          = new WC_Cart();
		$rejected      = Coupons::apply( $cart, array( 'ten', 'TEN', 'solo' ), '' );
		$this->assertSame( array( array( 'ten', 103 ), array( 'ten', 104 ) ), array_map( static fn( $each ) => array( $each['code'], $each['error_code'] ), $rejected ) );
		$this->assertSame( array( 'solo' ), $cart->get_applied_coupons() );
	}

	public function test_a_coupon_for_somebody_is_taken_for_that_e_mail(): void {
		Shop::$coupons = array( 'vip' => array( 'emails' => array( 'vip@example.com' ) ) );
		$this->assertSame( array(), Coupons::apply( new WC_Cart(), array( 'vip' ), 'VIP@example.com' ) );
	}
}
