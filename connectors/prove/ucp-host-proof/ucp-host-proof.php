<?php
/**
 * Plugin Name: ucp-host proof
 * Description: Makes a test site measurable: parcels of their own for goods of the shipping class "ucp-proof-bulky", rows by table, calls of the service, repeated reports of a session's steps, settings of other plugins, and an analytics pixel on the pages of a purchase.
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
	}
);
