<?php
declare(strict_types=1);

use UcpHost\Pricing\ShownPrice;
use UcpHost\Rest\CartCreate;
use UcpHost\Rest\ProductVariations;
use UcpHost\Rest\ShownPrices;

/** Markup of prices that plugins write on the shop's pages. */
final class PriceTextTest extends ConnectorTestCase {

	/** @dataProvider filters */
	public function test_prices_are_told_as_the_page_shows_them( callable $filter, string $price, string $text ): void {
		add_filter( 'woocommerce_get_price_html', $filter );
		$this->assertSame( compact( 'price', 'text' ), ShownPrice::read( new WC_Product( 12 ) ) );
	}

	public function filters(): array {
		$trial = static fn() => '<span>Free</span> for a month, then ' . wc_price( 12 ) . ' / month';
		return array(
			'a bare price'                        => array( static fn( $html ) => $html, '14.500000', '' ),
			'a period'                            => array( static fn( $html ) => $html . ' <small>/&nbsp;month</small>', '14.500000', '$14.50 / month' ),
			'a period without markup'             => array( static fn() => '14.50 per metre', '14.500000', '14.50 per metre' ),
			'a trial'                             => array( $trial, '14.500000', 'Free for a month, then $12.00 / month' ),
			'for members alone'                   => array( static fn() => 'Log in to see prices', '', 'Log in to see prices' ),
			'hidden behind a telephone number'    => array( static fn() => 'Call 555 1234', '', 'Call 555 1234' ),
			'hidden without a word'               => array( static fn() => '', '', '' ),
			'a discount that only the page knows' => array( static fn() => wc_format_sale_price( '14.50', '13.05' ), '13.050000', '' ),
			'a sale as WooCommerce writes it'     => array( static fn() => wc_format_sale_price( '20', '14.50' ), '14.500000', '' ),
			'an amount of another currency'       => array( static fn() => '13,20 €', '', '13,20 €' ),
			'a plugin that fails'                 => array( static fn() => throw new TypeError( 'broken' ), '14.500000', '' ),
		);
	}

	public function test_the_suffix_of_taxes_is_no_text(): void {
		$this->assertSame( '', ShownPrice::read( new WC_Product( 12, array( 'suffix' => ' <small>incl. VAT</small>' ) ) )['text'] );
		$discounted = array( 'suffix' => ' <small>incl. VAT</small>', 'price_html' => wc_price( 1313.05 ) . ' <small>incl. VAT</small>' );
		$this->assertSame( array( 'price' => '1313.050000', 'text' => '' ), ShownPrice::read( new WC_Product( 12, $discounted ) ) );
	}

	public function test_a_range_of_variations_is_no_text_and_what_is_said_beside_it_is(): void {
		$has = array( 'price' => '10', 'min' => '10', 'max' => '20', 'price_html' => wc_format_price_range( '10', '20' ) );
		$this->assertSame( '', ShownPrice::read( new WC_Product_Variable( 12, $has ) )['text'] );
		add_filter( 'woocommerce_get_price_html', static fn( $html ) => "$html per person" );
		$this->assertSame( '$10.00 – $20.00 per person', ShownPrice::read( new WC_Product_Variable( 12, $has ) )['text'] );
	}

	public function test_products_carry_the_text_and_no_price_that_is_hidden(): void {
		add_filter( 'woocommerce_get_price_html', static fn() => 'Log in to see prices' );
		$asked = new WP_REST_Request( array( 'ucp_host_prices' => '1' ), 'GET', '/wc/v3/products' );
		$data  = ShownPrices::add( new WP_REST_Response( array( 'price' => '14.50' ) ), new WC_Product( 12, array( 'has_options' => true ) ), $asked )->data;
		$this->assertSame( array( '', '', 'Log in to see prices', true ), array( $data['ucp_host_price'], $data['ucp_host_list_price'], $data['ucp_host_price_text'], $data['ucp_host_choose_on_page'] ) );
	}

	public function test_variations_carry_the_text_and_no_price_that_is_hidden(): void {
		Shop::sells( new WC_Product_Variable( 810, array( 'type' => 'pw-gift-card' ) ), new WC_Product_Variation( 811, array( 'parent' => 810 ) ), new WC_Product_Variation( 812, array( 'parent' => 810 ) ) );
		$row                   = static fn( int $id ) => array( 'ID' => $id, 'post_parent' => 810, 'price' => '14.50', 'stock' => 'instock', 'tax_class' => '' );
		$GLOBALS['wpdb']->variations = array( $row( 811 ), $row( 812 ) );
		add_filter( 'woocommerce_get_price_html', static fn( $html, $product ) => 812 === $product->get_id() ? 'Ask us' : "$html / month" );
		$asked = new WP_REST_Request( array( 'ucp_host_variations' => '1', 'ucp_host_prices' => '1' ), 'GET', '/wc/v3/products' );
		$page  = new WP_REST_Response( array( ProductVariations::reserve( new WP_REST_Response( array( 'id' => 810 ) ), wc_get_product( 810 ), $asked )->data ) );
		$rows  = ProductVariations::fill( $page, array(), $asked )->data[0]['ucp_host_variations'];
		$this->assertSame( array( '14.500000', '' ), array_column( $rows, 'shown_price' ) );
		$this->assertSame( array( '$14.50 / month', 'Ask us' ), array_column( $rows, 'price_text' ) );
	}

	public function test_lines_of_a_cart_carry_the_text_and_hidden_prices_are_refused(): void {
		Shop::sells( new WC_Product( 12 ), new WC_Product( 16 ) );
		add_filter( 'woocommerce_get_price_html', static fn( $html, $product ) => 16 === $product->get_id() ? 'Log in to see prices' : "$html / month" );
		$create = fn( int $id ) => ( new CartCreate() )->handle( new WP_REST_Request( array( 'cart_id' => '3f0c4a52-6d7e-4b8a-9c1d-2e3f4a5b6c7d', 'items' => array( array( 'id' => $id, 'quantity' => 1 ) ) ) ) );
		$cart   = $create( 12 )->data;
		$this->goes_over_the_wire( 'cartCreateAnswer', $cart );
		$this->assertSame( '$14.50 / month', $cart['items'][0]['price_text'] );
		$refusal = $create( 16 )->to_wire();
		$this->goes_over_the_wire( 'itemsRefused', $refusal );
		$this->assertSame( array( 16 => 'unbuyable' ), array_column( $refusal['data']['items'], 'problem', 'id' ) );
	}
}
