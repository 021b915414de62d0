<?php
/**
 * Plugin Name: ucp-host proof
 * Description: Makes a test site measurable: parcels of their own for goods of the shipping class "ucp-proof-bulky", rows by table, calls of the service, repeated reports of a session's steps, settings of other plugins, random changes of goods, and an analytics pixel on the pages of a purchase.
 */

defined( 'ABSPATH' ) || exit;

const UCP_HOST_PROOF_CALLS = 'ucp_host_proof_calls';

add_filter(
	'woocommerce_cart_shipping_packages',
	static function ( array $packages ): array {
		$split = array();
		foreach ( $packages as $package ) {
			$bulky  = array_filter( $package['contents'], static fn( array $line ) => 'ucp-proof-bulky' === $line['data']->get_shipping_class() );
			$others = array_diff_key( $package['contents'], $bulky );
			foreach ( array_filter( array( $others, $bulky ) ) as $contents ) {
				$parts   = array(
					'contents'      => $contents,
					'contents_cost' => array_sum( array_column( $contents, 'line_total' ) ),
				);
				$split[] = array_merge( $package, $parts );
			}
		}
		return $split;
	}
);

/** Reports the pages of a purchase to an analytics service, as a merchant's snippet does. */
add_action(
	'wp_footer',
	static function (): void {
		$order = is_wc_endpoint_url( 'order-received' ) ? wc_get_order( absint( get_query_var( 'order-received' ) ) ) : null;
		if ( ! $order && ! is_checkout() ) {
			return;
		}
		$hit = $order
			? array(
				'event'    => 'purchase',
				'order'    => $order->get_id(),
				'total'    => $order->get_total(),
				'currency' => $order->get_currency(),
			)
			: array( 'event' => 'checkout' );
		printf( '<script>new Image().src = %s;</script>', wp_json_encode( 'https://analytics.example/pixel?' . http_build_query( $hit ) ) );
	}
);

/** Counts calls with a key of WooCommerce, by method. */
add_filter(
	'rest_pre_dispatch',
	static function ( $result, $server, WP_REST_Request $request ) {
		global $wpdb;
		if ( isset( $_SERVER['PHP_AUTH_USER'] ) || 0 === strpos( (string) ( $_SERVER['HTTP_AUTHORIZATION'] ?? '' ), 'Basic ' ) ) {
			$wpdb->query( $wpdb->prepare( "INSERT INTO %i (option_name, option_value, autoload) VALUES (%s, '1', 'off') ON DUPLICATE KEY UPDATE option_value = option_value + 1", $wpdb->options, UCP_HOST_PROOF_CALLS . $request->get_method() ) );
		}
		return $result;
	},
	10,
	3
);

add_action(
	'rest_api_init',
	static function (): void {
		$is_admin = static fn() => current_user_can( 'manage_options' );
		register_rest_route(
			'ucp-host-proof/v1',
			'/rows',
			array(
				'permission_callback' => $is_admin,
				'callback'            => static function (): array {
					global $wpdb;
					$rows = array();
					foreach ( $wpdb->get_col( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $wpdb->prefix ) . '%' ) ) as $table ) {
						$rows[ substr( $table, strlen( $wpdb->prefix ) ) ] = (int) $wpdb->get_var( $wpdb->prepare( 'SELECT COUNT(*) FROM %i', $table ) );
					}
					return $rows;
				},
			)
		);
		register_rest_route(
			'ucp-host-proof/v1',
			'/calls',
			array(
				'permission_callback' => $is_admin,
				'callback'            => static function (): array {
					global $wpdb;
					$found = $wpdb->get_results( $wpdb->prepare( 'SELECT option_name, option_value FROM %i WHERE option_name LIKE %s', $wpdb->options, $wpdb->esc_like( UCP_HOST_PROOF_CALLS ) . '%' ) );
					$calls = array();
					foreach ( $found as $row ) {
						$calls[ substr( $row->option_name, strlen( UCP_HOST_PROOF_CALLS ) ) ] = (int) $row->option_value;
					}
					return $calls;
				},
			)
		);
		// Reports steps again that the service has taken already. Returns those that it has not taken this time.
		register_rest_route(
			'ucp-host-proof/v1',
			'/steps/(?P<session>[0-9a-f-]{36})',
			array(
				'methods'             => 'POST',
				'permission_callback' => $is_admin,
				'callback'            => static function ( WP_REST_Request $request ): int {
					global $wpdb;
					$table   = $wpdb->prefix . 'ucp_host_buyer_steps';
					$session = $request->get_param( 'session' );
					$wpdb->query( $wpdb->prepare( 'UPDATE %i SET is_sent = 0 WHERE session_id = %s', $table, $session ) );
					do_action( 'ucp_host_report_steps' );
					return (int) $wpdb->get_var( $wpdb->prepare( 'SELECT COUNT(*) FROM %i WHERE is_sent = 0 AND session_id = %s', $table, $session ) );
				},
			)
		);
		// Writes options as they are given, null deletes; returns what they were.
		register_rest_route(
			'ucp-host-proof/v1',
			'/options',
			array(
				'methods'             => 'POST',
				'permission_callback' => $is_admin,
				'callback'            => static function ( WP_REST_Request $request ): array {
					$before = array();
					foreach ( $request->get_json_params() as $name => $value ) {
						$before[ $name ] = get_option( $name, null );
						null === $value ? delete_option( $name ) : update_option( $name, $value );
					}
					return $before;
				},
			)
		);
		// Creates a post of any type, with its meta, or a row of any table; returns its id.
		register_rest_route(
			'ucp-host-proof/v1',
			'/posts',
			array(
				'methods'             => 'POST',
				'permission_callback' => $is_admin,
				'callback'            => static function ( WP_REST_Request $request ): int {
					$post = $request->get_json_params();
					$id   = wp_insert_post( array( 'post_status' => 'publish' ) + array_diff_key( $post, array( 'meta' => 1 ) ), true );
					if ( is_wp_error( $id ) ) {
						return 0;
					}
					foreach ( $post['meta'] ?? array() as $key => $value ) {
						update_post_meta( $id, $key, $value );
					}
					return $id;
				},
			)
		);
		register_rest_route(
			'ucp-host-proof/v1',
			'/posts/(?P<id>\d+)',
			array(
				'methods'             => 'DELETE',
				'permission_callback' => $is_admin,
				'callback'            => static fn( WP_REST_Request $request ): bool => (bool) wp_delete_post( (int) $request->get_param( 'id' ), true ),
			)
		);
		register_rest_route(
			'ucp-host-proof/v1',
			'/tables/(?P<table>\w+)',
			array(
				'methods'             => 'POST',
				'permission_callback' => $is_admin,
				'callback'            => static function ( WP_REST_Request $request ): int {
					global $wpdb;
					$row = array_map( static fn( $value ) => is_array( $value ) ? wp_json_encode( $value ) : $value, $request->get_json_params() );
					$wpdb->insert( $wpdb->prefix . $request->get_param( 'table' ), $row );
					return (int) $wpdb->insert_id;
				},
			)
		);
		register_rest_route(
			'ucp-host-proof/v1',
			'/tables/(?P<table>\w+)/(?P<id>\d+)',
			array(
				'methods'             => 'DELETE',
				'permission_callback' => $is_admin,
				'callback'            => static function ( WP_REST_Request $request ): bool {
					global $wpdb;
					return (bool) $wpdb->delete( $wpdb->prefix . $request->get_param( 'table' ), array( 'id' => (int) $request->get_param( 'id' ) ) );
				},
			)
		);
		// Changes random goods of the proof; returns what guests see of each behind its change.
		register_rest_route(
			'ucp-host-proof/v1',
			'/changes',
			array(
				'methods'             => 'POST',
				'permission_callback' => $is_admin,
				'callback'            => static function ( WP_REST_Request $request ): array {
					$states = array();
					for ( $number = (int) $request->get_param( 'count' ); $number > 0; $number-- ) {
						array_push( $states, ...ucp_host_proof_change( (string) $request->get_param( 'prefix' ) ) );
					}
					return $states;
				},
			)
		);
		// Runs what the shop has planned, such as sales and webhooks; returns what guests see of all goods of the proof.
		register_rest_route(
			'ucp-host-proof/v1',
			'/schedule',
			array(
				'methods'             => 'POST',
				'permission_callback' => $is_admin,
				'callback'            => static function ( WP_REST_Request $request ): array {
					ActionScheduler::runner()->run( 'REST' );
					// Daily: some versions schedule no sale of a variation.
					wc_scheduled_sales();
					return array_map( 'ucp_host_proof_state', ucp_host_proof_goods( (string) $request->get_param( 'prefix' ) ) );
				},
			)
		);
	}
);

/** Goods whose SKU begins so. @return int[] */
function ucp_host_proof_goods( string $prefix ): array {
	global $wpdb;
	$ids = $wpdb->get_col( $wpdb->prepare( "SELECT p.ID FROM {$wpdb->posts} p JOIN {$wpdb->postmeta} m ON m.post_id = p.ID AND m.meta_key = '_sku' WHERE p.post_type = 'product' AND m.meta_value LIKE %s ORDER BY p.ID", $wpdb->esc_like( $prefix ) . '%' ) );
	return array_map( 'intval', $ids );
}

/** Prices, stock and title as a guest sees them. */
function ucp_host_proof_state( int $id ): array {
	clean_post_cache( $id );
	$user = get_current_user_id();
	wp_set_current_user( 0 );
	$product  = wc_get_product( $id );
	$variants = array();
	$is_sold  = $product && 'publish' === $product->get_status();
	foreach ( $is_sold ? ( $product->is_type( 'variable' ) ? $product->get_children() : array( $id ) ) : array() as $variant_id ) {
		// A variation that this request has read before has the price of then, also when its sale has begun.
		clean_post_cache( $variant_id );
		$variant    = wc_get_product( $variant_id );
		$shown      = static fn( string $price ): string => number_format( (float) wc_get_price_to_display( $variant, array( 'price' => $price ) ), wc_get_price_decimals(), '.', '' );
		$sale       = (string) $variant->get_sale_price();
		$from       = $variant->get_date_on_sale_from();
		$to         = $variant->get_date_on_sale_to();
		$variants[] = array(
			'id'        => $variant_id,
			'title'     => $variant_id === $id ? '' : wc_get_formatted_variation( $variant, true, false, false ),
			'price'     => $shown( (string) $variant->get_price() ),
			'available' => $variant->is_in_stock(),
			'plan'      => array_merge(
				'' !== $sale && $from ? array( array( 'at' => $from->getTimestamp() * 1000, 'price' => $shown( $sale ) ) ) : array(),
				'' !== $sale && $to ? array( array( 'at' => $to->getTimestamp() * 1000, 'price' => $shown( (string) $variant->get_regular_price() ) ) ) : array()
			),
		);
	}
	wp_set_current_user( $user );
	return array(
		'at'       => (int) round( microtime( true ) * 1000 ),
		'id'       => $id,
		'currency' => get_woocommerce_currency(),
		'is_taxed' => wc_tax_enabled() && 'incl' === get_option( 'woocommerce_tax_display_shop' ),
		'title'    => $is_sold ? $product->get_name() : '',
		'url'      => $is_sold ? $product->get_permalink() : '',
		'variants' => $variants,
	);
}

/** Makes one random change. @return array[] */
function ucp_host_proof_change( string $prefix ): array {
	$goods = ucp_host_proof_goods( $prefix );
	$draw  = wp_rand( 1, 1000 );
	if ( $draw <= 2 ) {
		update_option( 'woocommerce_currency', 'USD' === get_woocommerce_currency() ? 'EUR' : 'USD' );
		return array_map( 'ucp_host_proof_state', $goods );
	}
	if ( $draw <= 6 ) {
		update_option( 'woocommerce_tax_display_shop', 'incl' === get_option( 'woocommerce_tax_display_shop' ) ? 'excl' : 'incl' );
		WC_Cache_Helper::get_transient_version( 'product', true );
		return array_map( 'ucp_host_proof_state', $goods );
	}
	$id = $goods[ array_rand( $goods ) ];
	if ( $draw <= 26 ) {
		$name = 'Proofware ' . wp_generate_password( 10, false );
		$copy = new WC_Product_Simple();
		$copy->set_props( array( 'name' => $name, 'sku' => $prefix . $name, 'regular_price' => wp_rand( 100, 9000 ) / 100, 'image_id' => wc_get_product( $id )->get_image_id() ) );
		$copy->save();
		wc_get_product( $id )->delete( true );
		return array_map( 'ucp_host_proof_state', array( $id, $copy->get_id() ) );
	}
	$product = wc_get_product( $id );
	$variant = $product;
	if ( $product->is_type( 'variable' ) && $product->get_children() ) {
		$children = $product->get_children();
		$variant  = wc_get_product( $children[ array_rand( $children ) ] );
	}
	$price = wp_rand( 100, 9000 ) / 100;
	$is_on = (float) $variant->get_regular_price() > 0;
	$sale  = array( 'sale_price' => round( (float) $variant->get_regular_price() * 0.7, 2 ), 'date_on_sale_from' => null, 'date_on_sale_to' => null );
	$kinds = array(
		array( 'regular_price' => $price, 'sale_price' => '', 'date_on_sale_from' => null, 'date_on_sale_to' => null ),
		$is_on ? $sale : array(),
		$is_on ? array( 'date_on_sale_to' => time() + wp_rand( 5, 60 ) ) + $sale : array(),
		$is_on ? array( 'date_on_sale_from' => time() + wp_rand( 5, 60 ), 'date_on_sale_to' => time() + wp_rand( 61, 120 ) ) + $sale : array(),
		array( 'sale_price' => '', 'date_on_sale_from' => null, 'date_on_sale_to' => null ),
		array( 'manage_stock' => true, 'stock_quantity' => array( 0, 0, 3, 50 )[ wp_rand( 0, 3 ) ] ),
	);
	if ( $draw <= 850 ) {
		$variant->set_props( $kinds[ array_rand( $kinds ) ] );
		$variant->save();
	} elseif ( $draw <= 900 || ! $product->is_type( 'variable' ) ) {
		$product->set_name( 'Proofware ' . wp_generate_password( 10, false ) );
		$product->save();
	} elseif ( count( $product->get_children() ) > 2 ) {
		$variant->delete( true );
	} else {
		$values = $product->get_variation_attributes();
		$new    = new WC_Product_Variation();
		$new->set_props( array( 'parent_id' => $id, 'regular_price' => $price, 'attributes' => array_combine( array_map( 'sanitize_title', array_keys( $values ) ), array_map( static fn( $options ) => $options[ array_rand( $options ) ], $values ) ) ) );
		$new->save();
	}
	return array( ucp_host_proof_state( $id ) );
}
