<?php
declare(strict_types=1);

use UcpHost\Checkout\BuyerPage;
use UcpHost\Pricing\OpenChoices;
use UcpHost\Rest\CartCreate;
use UcpHost\Rest\ProductVariations;

/** Variations with "Any …", which leave a choice to the buyer. */
final class OpenChoicesTest extends ConnectorTestCase {

	private const CART = '3f0c4a52-6d7e-4b8a-9c1d-2e3f4a5b6c7d';

	/** @param string[] $colors */
	private function sell_hoodie( int $id, array $colors = array( 'black', 'navy' ) ): WC_Product_Variation {
		$front = new WC_Product_Variation(
			$id + 1,
			array(
				'parent'     => $id,
				'attributes' => array(
					'attribute_placement' => 'Front',
					'attribute_pa_color'  => '',
				),
			)
		);
		Shop::sells(
			new WC_Product_Variable(
				$id,
				array(
					'name'       => 'Hoodie',
					'attributes' => array(
						'Placement' => array( 'Front', 'Back' ),
						'pa_color'  => $colors,
					),
				)
			),
			$front
		);
		return $front;
	}

	private function create( array $items, array $more = array() ) {
		$body = array( 'cart_id' => self::CART, 'items' => $items ) + $more;
		$this->goes_over_the_wire( 'cartCreateRequest', $body );
		return ( new CartCreate() )->handle( new WP_REST_Request( $body ) );
	}

	/** @return array<string, string> */
	private static function item( $id, int $quantity = 1 ): array {
		return compact( 'id', 'quantity' );
	}

	public function test_each_way_to_choose_is_told_with_an_id_of_its_own(): void {
		$this->sell_hoodie( 710 );
		$GLOBALS['wpdb']->variations = array( array( 'ID' => 711, 'post_parent' => 710, 'price' => '14.50', 'stock' => 'instock', 'tax_class' => '' ) );
		$asked                 = new WP_REST_Request( array( 'ucp_host_variations' => '1', 'ucp_host_prices' => '1' ), 'GET', '/wc/v3/products' );
		$page                  = new WP_REST_Response( array( ProductVariations::reserve( new WP_REST_Response( array( 'id' => 710 ) ), wc_get_product( 710 ), $asked )->data ) );
		list( $row )           = ProductVariations::fill( $page, array(), $asked )->data[0]['ucp_host_variations'];
		$this->assertSame( array( 'Front, black', 'Front, navy' ), array_column( $row['choices'], 'name' ) );
		$this->assertSame(
			array( array( 'name' => 'Placement', 'option' => 'Front' ), array( 'name' => 'Color', 'option' => 'Black' ) ),
			$row['choices'][0]['attributes']
		);
		foreach ( array_column( $row['choices'], 'id' ) as $id ) {
			$this->assertMatchesRegularExpression( '/' . OpenChoices::ITEM_ID . '/', $id );
		}
	}

	public function test_a_product_with_too_many_ways_to_choose_leaves_them_to_its_page(): void {
		$front = $this->sell_hoodie( 720, array_map( 'strval', range( 1, 101 ) ) );
		$this->assertSame( array(), OpenChoices::ways( $front ) );
	}

	public function test_the_chosen_options_are_in_the_cart_and_beside_another_choice(): void {
		$front                = $this->sell_hoodie( 730 );
		list( $black, $navy ) = array_map( static fn( string $code ) => "731-$code", array_keys( OpenChoices::ways( $front ) ) );
		$answer               = $this->create( array( self::item( $black, 2 ), self::item( $navy ), self::item( $black ) ) );
		$this->goes_over_the_wire( 'cartCreateAnswer', $answer->data );
		$this->assertSame( 201, $answer->status );
		$this->assertSame( array( array( $black, 3, 'Hoodie - Front, black' ), array( $navy, 1, 'Hoodie - Front, navy' ) ), array_map( static fn( $line ) => array( $line['id'], $line['quantity'], $line['name'] ), $answer->data['items'] ) );
		$this->assertSame( array( 'Hoodie - Front, black × 3' ), BuyerPage::ordered( array( $black => 3 ) ) );
	}

	/** @dataProvider incomplete_ids */
	public function test_an_open_choice_is_refused_with_its_values_and_the_page( int $product, string $code ): void {
		$this->sell_hoodie( $product );
		$id     = '' === $code ? $product + 1 : ( $product + 1 ) . '-' . $code;
		$answer = $this->create( array( self::item( $id ) ) )->to_wire();
		$this->goes_over_the_wire( 'itemsRefused', $answer );
		$this->assertSame( array( array( $id, 'unbuyable' ) ), array_map( static fn( $each ) => array( $each['id'], $each['problem'] ), $answer['data']['items'] ) );
		$this->assertStringContainsString( 'Color (Black, Navy)', $answer['message'] );
		$this->assertStringContainsString( 'https://shop.example/product/hoodie/', $answer['message'] );
	}

	public function incomplete_ids(): array {
		return array( 'none is named' => array( 740, '' ), 'one that the shop no longer has' => array( 750, '0123456789' ) );
	}
}
