<?php
declare(strict_types=1);

use UcpHost\Rest\CategoryPaths;
use UcpHost\Rest\ProductVariations;

final class ProductDataTest extends ConnectorTestCase {

	public function test_products_carry_the_paths_of_their_categories_where_they_are_asked_for(): void {
		$product = new WC_Product( 12, array( 'categories' => array( 3, 1, 99 ) ) );
		$asked   = new WP_REST_Request( array( 'ucp_host_categories' => '1' ), 'GET', '/wc/v3/products' );
		$added   = CategoryPaths::add( new WP_REST_Response( array( 'id' => 12 ) ), $product, $asked );
		$paths   = array( array( 'Home &amp; Garden', 'Kitchen', 'Mugs' ), array( 'Home &amp; Garden' ), array() );
		$this->assertSame( array( 'id' => 12, 'ucp_host_categories' => $paths ), $added->data );
		$other = new WP_REST_Request( array(), 'GET', '/wc/v3/products' );
		$this->assertSame( array( 'id' => 12 ), CategoryPaths::add( new WP_REST_Response( array( 'id' => 12 ) ), $product, $other )->data );
	}

	public function test_variations_carry_what_identifies_and_describes_them(): void {
		$has = array(
			'price'         => '20.00',
			'regular_price' => '25.00',
			'sku'           => 'TEE-M-RED',
			'gtin'          => '9506000010007',
			'stock'         => 4,
			'image'         => 13,
			'attributes'    => array( 'attribute_pa_color' => 'red', 'attribute_logo-placement' => 'Front%20side', 'attribute_pa_size' => '' ),
		);
		$row = ProductVariations::row( new WC_Product_Variation( 57, $has ) );
		$this->assertSame( array( 'TEE-M-RED', '9506000010007', '25.00', 4 ), array( $row['sku'], $row['global_unique_id'], $row['regular_price'], $row['stock_quantity'] ) );
		$this->assertSame( array( 'src' => 'https://shop.example/uploads/13.jpg', 'alt' => 'Picture 13' ), $row['image'] );
		$this->assertSame( array( array( 'name' => 'Color', 'option' => 'Red' ), array( 'name' => 'Logo placement', 'option' => 'Front side' ) ), $row['attributes'] );
		$this->assertNull( ProductVariations::row( new WC_Product_Variation( 58 ) )['image'] );
	}
}
